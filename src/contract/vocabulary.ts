/**
 * The words of the wire: schemas that say what a value means, so that every layer treats it alike.
 */
import * as z from 'zod/mini'
import { limits } from '#contract/limits.ts'

/**
 * What a value means. Named here and drawn in `console/engine/fields/`: the contract knows no interface.
 * A check added after a meaning makes a new schema without it, so a meaning is always attached
 * last.
 */
export type FieldType =
  | {
      kind:
        | 'text'
        | 'cents'
        | 'time'
        | 'flag'
        | 'count'
        | 'channel'
        | 'language'
        | 'person'
        | 'country'
        | 'newSecret'
        | 'id'
        | 'version'
    }
  /** `known`: one that exists, so that it may be filled in by whatever keeps passwords. */
  | { kind: 'secret'; known?: true }
  | { kind: 'quota'; unit: string }
  | { kind: 'localized'; en: string }
  /** `values` are those known here; an open list may bring others. */
  | { kind: 'code'; code: CodeName; values: readonly string[] }
  | { kind: 'vcode'; to: string }
  /** A few short texts: at most so many, of so many characters each. */
  | { kind: 'tags'; most: number; longest: number }

export type CodeName =
  | 'payStatus'
  | 'payChannel'
  | 'billingMode'
  | 'deductionMode'
  | 'logType'
  | 'clientType'
  | 'accountType'
  | 'usageGroup'
  | 'orderEvent'
  | 'contactStep'
  | 'contactSource'
  | 'spaceRole'
  | 'inviteReward'

export const fieldType = z.registry<FieldType>()

/**
 * Opaque: never used in arithmetic. This backend sends strings of digits, another may send numbers.
 */
export const Id = means(z.union([z.string().check(z.minLength(1), z.maxLength(64)), z.int()]), {
  kind: 'id',
})
/** Money, in integer fen (1/100 yuan), spec 9.6. */
export const Cents = means(z.int().check(z.gte(0)), { kind: 'cents' })
/** A quantity of characters, voice or image units, never negative. */
export const Count = means(z.int().check(z.gte(0)), { kind: 'count' })
/** A change of such a quantity, of either sign. */
export const Change = means(z.int(), { kind: 'count' })
export const Flag = means(z.union([z.literal(0), z.literal(1)]), { kind: 'flag' })
/** `YYYY-MM-DD HH:mm:ss` in the business time zone, shown as it stands. */
export const WireTime = means(z.string().check(z.refine(isWireTime)), { kind: 'time' })
/** `YYYY-MM-DD`, a day of the business time zone. */
export const Day = means(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)), { kind: 'text' })
export const Text = means(z.string(), { kind: 'text' })
/** What a person types into a search box. */
export const Search = means(z.string().check(z.trim(), z.maxLength(limits.search.max)), {
  kind: 'text',
})
/** Sent back as it came, so that a change made elsewhere in between is noticed. */
export const Version = means(z.int(), { kind: 'version' })

/** A password that already exists: any length is let through to be compared. */
export const Password = means(z.string().check(z.minLength(1), z.maxLength(limits.password.any)), {
  kind: 'secret',
  known: true,
})
/** The one that a new one replaces (spec 5.4). */
export const OldPassword = means(
  z.string().check(z.minLength(limits.password.min), z.maxLength(limits.password.any)),
  {
    kind: 'secret',
    known: true,
  },
)
/** A password chosen by somebody for somebody else, typed once (spec 5.6). */
export const FirstPassword = means(passwordRule(), { kind: 'secret' })
/** A password chosen now, so it is typed twice (spec 5.4, 5.7). */
export const NewPassword = means(passwordRule(), { kind: 'newSecret' })
/** The code sent by mail to the address in the item named `to` of the same form. */
export const vcode = (to: string) =>
  means(z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.vcode.max)), {
    kind: 'vcode',
    to,
  })

/** The name a sub-account signs in with (spec 5.6): letters, digits and Chinese characters. */
export const AccountName = means(
  z
    .string()
    .check(
      z.trim(),
      z.minLength(limits.account.min),
      z.maxLength(limits.account.max),
      z.regex(/^[A-Za-z0-9\u4e00-\u9fa5]*$/),
    ),
  { kind: 'text' },
)
/**
 * The name a main account chooses (spec 5.2): as above, and it starts with a letter of the Latin
 * alphabet; 5.2 names Chinese characters apart from letters.
 */
export const Username = means(
  z
    .string()
    .check(
      z.trim(),
      z.minLength(limits.account.min),
      z.maxLength(limits.account.max),
      z.regex(/^[A-Za-z][A-Za-z0-9\u4e00-\u9fa5]*$/),
    ),
  { kind: 'text' },
)
export const Nickname = means(
  z.string().check(z.trim(), z.minLength(limits.nickname.min), z.maxLength(limits.nickname.max)),
  { kind: 'text' },
)
export const Email = means(
  z
    .string()
    .check(
      z.trim(),
      z.minLength(limits.email.min),
      z.maxLength(limits.email.max),
      z.regex(/^[^\s@]+@[^\s@]+\.[^\s@.]+$/),
    ),
  { kind: 'text' },
)
/** Whatever a person types to say who they are: a username, an e-mail or a sub-account's name. */
export const LoginName = means(
  z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.email.max)),
  { kind: 'text' },
)

export const ChannelId = means(
  z.union([z.string().check(z.minLength(1), z.maxLength(64)), z.int()]),
  { kind: 'channel' },
)
export const LangCode = means(z.string().check(z.minLength(1), z.maxLength(limits.langCode.max)), {
  kind: 'language',
})
/** Characters or minutes, as the row's field named `unit` (a billing mode) says (spec 3.9). */
export const quota = (unit: string) => means(z.int().check(z.gte(0)), { kind: 'quota', unit })
/** The Chinese name; the English one stands in the row's field named `en`. */
export const localized = (en: string) => means(z.string(), { kind: 'localized', en })
/**
 * One of a closed list of codes, each with a label in both languages under `codes.<name>.<value>`.
 */
export const code = <const V extends readonly [string, ...string[]]>(name: CodeName, values: V) =>
  means(z.enum(values), { kind: 'code', code: name, values })
/** A code list that other backends may extend: unknown values are shown as they come. */
export const openCode = (name: CodeName, known: readonly string[]) =>
  means(z.string().check(z.maxLength(limits.search.max)), {
    kind: 'code',
    code: name,
    values: known,
  })

function means<S extends z.core.$ZodType>(schema: S, text: FieldType): S {
  fieldType.add(schema, text)
  return schema
}

function passwordRule() {
  return z.string().check(z.minLength(limits.password.min), z.maxLength(limits.password.max))
}

function isWireTime(value: string): boolean {
  if (!/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(value))
    return false
  const day = Number(value.slice(8, 10))
  return day <= 28 || new Date(`${value.slice(0, 10)}T00:00:00Z`).getUTCDate() === day
}
