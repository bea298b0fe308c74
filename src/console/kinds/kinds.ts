/** All kinds of values. A meaning without a module does not compile. */
import { cents, count, quota } from '#console/kinds/amounts.tsx'
import { code } from '#console/kinds/code.tsx'
import { country } from '#console/kinds/country.tsx'
import { flag } from '#console/kinds/flag.tsx'
import { id, version } from '#console/kinds/identity.ts'
import type { Kind, KindModule, MeaningOf } from '#console/kinds/kind.ts'
import { channel, language, localized } from '#console/kinds/names.tsx'
import { person } from '#console/kinds/person.tsx'
import { newSecret, secret, vcode } from '#console/kinds/secrets.tsx'
import { tags } from '#console/kinds/tags.tsx'
import { text } from '#console/kinds/text.tsx'
import { time } from '#console/kinds/time.tsx'
import type { Meaning } from '#contract/vocabulary.ts'

const kinds = {
  cents,
  channel,
  code,
  count,
  country,
  flag,
  id,
  language,
  localized,
  newSecret,
  person,
  quota,
  secret,
  tags,
  text,
  time,
  vcode,
  version,
} satisfies {
  [K in Kind]: KindModule<MeaningOf<K>>
}

/** The module that answers for a meaning. */
export const kindOf = (means: Meaning): KindModule => kinds[means.kind] as unknown as KindModule
export const isKind = (kind: string): kind is Kind => Object.hasOwn(kinds, kind)
