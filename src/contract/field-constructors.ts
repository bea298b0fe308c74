/**
 * Field schemas of records and their constructors, which the login page does not load. Fields that
 * this backend stores for a resource use `email()`, which lower-cases the domain, and
 * `languageCode()`, which checks the form of the code. The calls of the spec, and rows of any
 * backend, use `Email` and `LangCode`, which accept both as they are. `yesNo()` equals `Flag`.
 */
import * as z from 'zod/mini'
import { limits } from '#contract/limits.ts'
import { oneLine } from '#contract/one-line-text.ts'
import { isWireTime, withFieldType, type Tone } from '#contract/vocabulary.ts'

/** Name, label or other text on one line, trimmed, in NFC, without invisible characters. */
export const text = ({ max, min = 1 }: { max: number; min?: number }) =>
  withFieldType(z.string().check(...oneLine, z.minLength(min), z.maxLength(max)), { kind: 'text' })

/** Text of several lines, trimmed; line breaks become `\n`. */
export const longText = ({ max, min = 1 }: { max: number; min?: number }) =>
  withFieldType(
    z.string().check(
      z.overwrite((text) => text.replace(/\r\n?/g, '\n')),
      z.trim(),
      z.minLength(min),
      z.maxLength(max),
    ),
    { kind: 'longText', max },
  )

/**
 * 1 or 0. Shown as the messages `resources.<resource>.values.<field>.1` and `.0` if they exist,
 * else as those of `values.<field>`, else as yes and no.
 *
 * @public
 */
export const yesNo = () => withFieldType(z.union([z.literal(0), z.literal(1)]), { kind: 'flag' })

/**
 * One of fixed codes. Shown as the messages `resources.<resource>.values.<field>.<code>`; with
 * `tones`, as tags of these colours.
 */
export const choice = <const V extends readonly [string, ...string[]]>(
  values: V,
  options: { tones?: Readonly<Record<V[number], Tone>> } = {},
) => withFieldType(z.enum(values), { kind: 'code', values, ...options })

/** One or several of fixed codes, each once. Their words are those of a `choice`. */
export const choices = <const V extends readonly [string, ...string[]]>(values: V) =>
  withFieldType(
    z.array(z.enum(values)).check(
      z.overwrite((chosen) => values.filter((value) => chosen.includes(value)) as V[number][]),
      z.minLength(1),
    ),
    { kind: 'codes', values },
  )

/** As `choice`, but other backends may have more codes, which are shown unchanged. */
export const openChoice = (values: readonly string[]) =>
  withFieldType(z.string().check(...oneLine, z.maxLength(limits.code.max)), {
    kind: 'code',
    values,
  })

/** `YYYY-MM-DD`, a date that exists. */
export const date = () => withFieldType(z.string().check(z.refine(isCalendarDay)), { kind: 'date' })

/** `YYYY-MM-DD` in the business time zone. */
export const Day = date()

/** Amount of money in fen (1/100 yuan), from 0 to `max`. */
export const money = ({ max }: { max: number }) =>
  withFieldType(z.int().check(z.gte(0), z.lte(max)), { kind: 'cents', max })

/** Characters or minutes, depending on the billing mode in the row's field `unitField` (spec 3.9). */
export const quota = (unitField: string) =>
  withFieldType(z.int().check(z.gte(0)), { kind: 'quota', unit: unitField })

/** Email address, one line; its domain in lower case. */
export const email = () =>
  withFieldType(
    z.string().check(
      ...oneLine,
      z.overwrite((text) => text.replace(/@[^@]*$/, (domain) => domain.toLowerCase())),
      z.maxLength(limits.email.max),
      z.regex(/^[^\s@]+@[^\s@]+\.[^\s@.]+$/),
    ),
    { kind: 'email' },
  )

/** Any code that a backend uses; `languageCode` for the fields of a resource. */
export const LangCode = withFieldType(
  z.string().check(z.minLength(1), z.maxLength(limits.langCode.max)),
  {
    kind: 'language',
  },
)
/** Language code (BCP 47); with `detect` also `auto`. */
export const languageCode = ({ detect }: { detect?: true } = {}) =>
  withFieldType(
    z
      .string()
      .check(
        z.maxLength(limits.langCode.max),
        z.regex(
          detect ? /^(auto|[a-z]{2,3}(-[A-Za-z0-9]{2,8})*)$/ : /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/,
        ),
      ),
    detect ? { kind: 'language', detect } : { kind: 'language' },
  )

/** Databases have no year 0. */
function isCalendarDay(value: string): boolean {
  return !value.startsWith('0000') && isWireTime(`${value} 00:00:00`)
}

/** An integer from 1 to `max`. */
export const numberUpTo = (max: number) =>
  withFieldType(z.int().check(z.gte(1), z.lte(max)), { kind: 'count' })

/** Address that starts with https:// or http://. */
export const webAddress = () =>
  withFieldType(
    z.string().check(z.trim(), z.maxLength(limits.webAddress.max), z.refine(isWebAddress)),
    { kind: 'link' },
  )

function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text)) return false
  try {
    return new URL(text).host !== ''
  } catch {
    return false
  }
}

/**
 * A PNG or JPEG picture of at most `bytes` bytes as a data URL, whose content a server checks
 * itself, or the https address of a picture.
 */
export const picture = ({ bytes }: { bytes: number } = limits.picture) =>
  withFieldType(
    z
      .string()
      .check(
        z.maxLength(Math.ceil(bytes / 3) * 4 + 'data:image/jpeg;base64,'.length),
        z.regex(/^(?:data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}|https:\/\/[^\s]+)$/),
      ),
    { kind: 'picture', bytes },
  )

/** A picture of any size, as a URL. */
export const StoredPicture = withFieldType(z.string(), {
  kind: 'picture',
  bytes: limits.picture.bytes,
})
