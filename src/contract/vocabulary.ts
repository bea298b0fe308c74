/**
 * Shared field schemas of the API, each registered with its field type. Here are those that the
 * login page loads; `field-constructors.ts` has the others, and says when to use its `email()` and
 * `languageCode()` instead of `Email` and `LangCode`.
 */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { normalizeOneLine, oneLine } from '#contract/one-line-text.ts'

/**
 * Semantic type of a field. Rendered by `console/engine/fields/`; the contract has no UI code. The
 * OpenAPI document publishes it as `x-meaning`.
 * Register it last: a later check creates a new schema without it.
 */
export type FieldType =
  | {
      kind: 'time' | 'date' | 'channel' | 'email' | 'person' | 'country' | 'id' | 'version'
    }
  /** Text on one line; `oneTimeCode`: a code that an app or a message shows. */
  | { kind: 'text'; oneTimeCode?: true }
  /** A number; `signed`: a change, which is entered with its sign. */
  | { kind: 'count'; signed?: true }
  /** Text of several lines with at most `max` characters. */
  | { kind: 'longText'; max: number }
  /** 0 or 1. `labelKeys`: message keys of the two words; the console adds those of its resource. */
  | { kind: 'flag'; labelKeys?: readonly string[] }
  /** `max`: the largest amount that may be entered. */
  | { kind: 'cents'; max?: number }
  /** `detect`: the code `auto` may be chosen. */
  | { kind: 'language'; detect?: true }
  | ReferenceType
  /**
   * `known`: an existing password, which a password manager may fill in. `forAnother`: a password
   * that the user chooses for somebody else.
   */
  | { kind: 'secret'; known?: true; forAnother?: true }
  | { kind: 'newSecret'; forAnother?: true }
  /** `unit`: name of the row's field with the billing mode, which determines the unit. */
  | { kind: 'quota'; unit: string }
  /** `en`: name of the row's field with the English text. */
  | { kind: 'localized'; en: string }
  /**
   * `values`: the known ones; an open enumeration may have more. `ofSubAccounts`: those that rows of
   * a sub-account can have, if fewer, the most frequent first. Their words are `codes.<code>`, or,
   * without `code`, those of the resource's field, whose message key the console adds as `labelKey`.
   */
  | {
      kind: 'code'
      code?: CodeName
      labelKey?: string
      values: readonly string[]
      ofSubAccounts?: readonly string[]
      tones?: Tones
    }
  /** `to`: name of the form's field with the address that the code is sent to. */
  | { kind: 'vcode'; to: string }
  /** A PNG or JPEG of at most `bytes`, as a data URL. */
  | { kind: 'picture'; bytes: number }
  /** Address of a page or file. */
  | { kind: 'link' }
  /** Ids of rows of another list, named by its field `title`. */
  | { kind: 'references'; subject: () => ReferenceSubject; title: string }
  /** A list of up to `maxCount` texts of up to `maxLength` characters each. */
  | { kind: 'tags'; maxCount: number; maxLength: number }
  /** Several of fixed codes; their words are found as those of `code`. */
  | { kind: 'codes'; labelKey?: string; values: readonly string[] }

/** Colours of codes, which never are the only carrier of their meaning. */
export type Tone = 'success' | 'warning' | 'danger' | 'primary' | 'plain'
export type Tones = Readonly<Record<string, Tone>>

/** Endpoints of the list that a reference points to; `get` takes the id of a row. */
export type ReferenceSubject = { readonly page: Endpoint; readonly get?: Endpoint }
/**
 * Id of a row of another list, which is searched by the parameter `search` of its `page` and named
 * by the field `title` of its rows. Rows that contain a reference also contain the title, in the
 * field `titleField`, which the console sets to `titleFieldOf(field)`.
 */
type ReferenceType = {
  kind: 'reference'
  subject: () => ReferenceSubject
  title: string
  search: string
  titleField?: string
  /** Rows of a collection are deleted with the row that they refer to. */
  deletedWith?: true
}

export type CodeName =
  | 'payStatus'
  | 'payChannel'
  | 'billingMode'
  | 'deductionMode'
  | 'logType'
  | 'clientType'
  | 'usageGroup'
  | 'batchAct'
  | 'skipReason'
  | 'importProblem'
  | 'orderEvent'
  | 'spaceRole'
  | 'inviteReward'
  | 'noticeType'
  | 'operatorRole'
  | 'approvalKind'
  | 'customerState'
  | 'customerType'
  | 'supportViewState'
  | 'securityEvent'
  | 'logSubject'
  | 'refusedSignIn'
  | 'vendorError'
  | 'backgroundJob'
  | 'approvalState'
  | 'unmatchedReason'
  | 'unmatchedState'
  | 'refundState'
  | 'refundRequestState'
  | 'refundCause'
  | 'refundReason'
  | 'refundProgress'
  | 'paymentGateway'

/** Typed by hand: the registry's own type would rewrite the endpoints inside a reference. */
export const fieldTypeRegistry: {
  add(schema: z.core.$ZodType, fieldType: FieldType): void
  get(schema: z.core.$ZodType): FieldType | undefined
} = z.registry<{ kind: string }>() as never

/** Opaque. This backend sends strings of digits, others may send numbers. */
export const Id = withFieldType(idSchema(), { kind: 'id' })
/** Money as integer fen (1/100 yuan), spec 9.6. */
export const Cents = withFieldType(z.int().check(z.gte(0)), { kind: 'cents' })
/** Quantity of characters, voice units or image units; never negative. */
export const Count = withFieldType(z.int().check(z.gte(0)), { kind: 'count' })
/** Signed change of a quantity. */
export const Change = withFieldType(z.int(), { kind: 'count' })
export const Flag = withFieldType(z.union([z.literal(0), z.literal(1)]), { kind: 'flag' })
/** `YYYY-MM-DD HH:mm:ss` in the business time zone; shown without conversion. */
export const WireTime = withFieldType(z.string().check(z.refine(isWireTime)), { kind: 'time' })
export const Text = withFieldType(z.string(), { kind: 'text' })
/** Search text. */
export const Search = withFieldType(z.string().check(...oneLine, z.maxLength(limits.search.max)), {
  kind: 'text',
})
/** Version for optimistic locking; sent back unchanged to detect concurrent edits. */
export const Version = withFieldType(z.int(), { kind: 'version' })

/** Existing password: any non-empty length is accepted for comparison. */
export const Password = withFieldType(
  z.string().check(z.minLength(1), z.maxLength(limits.password.loginMax)),
  {
    kind: 'secret',
    known: true,
  },
)
/** Password chosen for another user, entered once (spec 5.6). */
export const FirstPassword = withFieldType(newPasswordSchema(), {
  kind: 'secret',
  forAnother: true,
})
/** New password of the user, entered twice (spec 5.4). */
export const NewPassword = withFieldType(newPasswordSchema(), { kind: 'newSecret' })
/** New password that a user sets for another, entered twice (spec 5.7). */
export const OthersPassword = withFieldType(newPasswordSchema(), {
  kind: 'newSecret',
  forAnother: true,
})
/** Code sent by email to the address in another field of the same form. */
export const vcode = (recipientField: string) =>
  withFieldType(z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.vcode.max)), {
    kind: 'vcode',
    to: recipientField,
  })

/** Login name of a sub-account (spec 5.6): letters, digits and Chinese characters. */
export const AccountName = withFieldType(
  z
    .string()
    .check(
      z.overwrite(normalizeOneLine),
      z.minLength(limits.account.min),
      z.maxLength(limits.account.max),
      z.regex(/^[A-Za-z0-9\u4e00-\u9fa5]*$/),
    ),
  { kind: 'text' },
)
/**
 * Username of a main account (spec 5.2): as above, but it starts with a Latin letter. The spec
 * demands a letter there and does not count Chinese characters as letters.
 */
export const Username = withFieldType(
  z
    .string()
    .check(
      z.overwrite(normalizeOneLine),
      z.minLength(limits.account.min),
      z.maxLength(limits.account.max),
      z.regex(/^[A-Za-z][A-Za-z0-9\u4e00-\u9fa5]*$/),
    ),
  { kind: 'text' },
)
export const Nickname = withFieldType(
  z.string().check(...oneLine, z.minLength(limits.nickname.min), z.maxLength(limits.nickname.max)),
  { kind: 'text' },
)
export const Email = withFieldType(
  z
    .string()
    .check(
      ...oneLine,
      z.minLength(limits.email.min),
      z.maxLength(limits.email.max),
      z.regex(/^[^\s@]+@[^\s@]+\.[^\s@.]+$/),
    ),
  { kind: 'email' },
)
/** Name entered at login: a username, an email address or a sub-account name. */
export const LoginName = withFieldType(
  z.string().check(...oneLine, z.minLength(1), z.maxLength(limits.email.max)),
  { kind: 'text' },
)

/** Id of a translation channel, shown by its name. */
export const TranslationChannelId = withFieldType(idSchema(), { kind: 'channel' })
/** Source language code for automatic detection. */
export const detectSource = 'auto'
/** Chinese name; the field `enField` of the row has the English one. */
export const localized = (enField: string) =>
  withFieldType(z.string(), { kind: 'localized', en: enField })
/** Closed enumeration with labels in both languages under `codes.<name>.<value>`. */
export const code = <const V extends readonly [string, ...string[]]>(
  name: CodeName,
  values: V,
  options: { ofSubAccounts?: readonly V[number][] } = {},
) => withFieldType(z.enum(values), { kind: 'code', code: name, values, ...options })
/** Enumeration that other backends may extend; unknown values are shown unchanged. */
export const openCode = (name: CodeName, known: readonly string[]) =>
  withFieldType(z.string().check(...oneLine, z.maxLength(limits.code.max)), {
    kind: 'code',
    code: name,
    values: known,
  })

/** Registers the schema with its field type. */
export function withFieldType<S extends z.core.$ZodType>(schema: S, type: FieldType): S {
  fieldTypeRegistry.add(schema, type)
  return schema
}

function idSchema() {
  return z.union([z.string().check(z.minLength(1), z.maxLength(64)), z.int()])
}

function newPasswordSchema() {
  return z.string().check(z.minLength(limits.password.min), z.maxLength(limits.password.max))
}

export function isWireTime(value: string): boolean {
  if (!/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(value))
    return false
  const day = Number(value.slice(8, 10))
  return day <= 28 || new Date(`${value.slice(0, 10)}T00:00:00Z`).getUTCDate() === day
}

/** Packages grant characters, or a period without a limit of characters (spec 1.3). */
export const BillingMode = code('billingMode', ['char', 'time'])
/** Client types known here; other backends may add more. */
export const clientTypes = ['web', 'windows', 'mac', 'android', 'ios'] as const
export const ClientType = openCode('clientType', clientTypes)
