/** All field types by kind. */
import { cents, count, quota } from '#console/engine/fields/amounts.tsx'
import { code, flag, channel, localized } from '#console/engine/fields/choices.tsx'
import { codes } from '#console/engine/fields/codes.tsx'
import { country } from '#console/engine/fields/country.tsx'
import type { Kind, FieldTypeUi, FieldTypeOf } from '#console/engine/fields/field-type.ts'
import { language } from '#console/engine/fields/language.tsx'
import { longText } from '#console/engine/fields/long-text.tsx'
import { person } from '#console/engine/fields/person.tsx'
import { picture } from '#console/engine/fields/picture.tsx'
import { reference } from '#console/engine/fields/reference.tsx'
import { references } from '#console/engine/fields/references.tsx'
import { newSecret, secret, vcode } from '#console/engine/fields/secrets.tsx'
import { tags } from '#console/engine/fields/tags.tsx'
import { email, link, text } from '#console/engine/fields/text.tsx'
import { date, time } from '#console/engine/fields/time.tsx'
import type { FieldType } from '#contract/vocabulary.ts'

/** Ids and row versions: shown unchanged and never edited. */
const id: FieldTypeUi<FieldTypeOf<'id'>> = {
  text: String,
  width: () => ({ usual: 64, least: 40 }),
}
const version: FieldTypeUi<FieldTypeOf<'version'>> = { text: String }

const fieldTypeUis = {
  cents,
  channel,
  code,
  codes,
  count,
  country,
  date,
  email,
  flag,
  id,
  language,
  link,
  localized,
  longText,
  newSecret,
  person,
  picture,
  quota,
  reference,
  references,
  secret,
  tags,
  text,
  time,
  vcode,
  version,
} satisfies {
  [K in Kind]: FieldTypeUi<FieldTypeOf<K>>
}

/** Cast, since types can't express that `kind` selects the module of the same type parameter. */
export const getFieldTypeUi = (fieldType: FieldType): FieldTypeUi =>
  fieldTypeUis[fieldType.kind] as unknown as FieldTypeUi
export const isKind = (kind: string): kind is Kind => Object.hasOwn(fieldTypeUis, kind)
