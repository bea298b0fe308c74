/** Monthly statements: what an account had, got, used and paid in a month, as the ledger says. */
import * as z from 'zod/mini'
import { choice } from '#contract/field-constructors.ts'
import { FileOutput, get, Nothing, pageOf, pageQuery, post, Done } from '#contract/endpoint.ts'
import { LogType } from '#contract/ledger.ts'
import { PayChannel } from '#contract/orders.ts'
import {
  Cents,
  Change,
  Count,
  Flag,
  Id,
  localized,
  Text,
  TranslationChannelId,
  WireTime,
  withFieldType,
} from '#contract/vocabulary.ts'

/** A month of the business calendar, `YYYY-MM`. */
const Month = withFieldType(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/)), { kind: 'text' })

/**
 * `closed`: the month is over and its figures are stored for good. `closing`: it has just ended, and
 * its last changes may still be written. `open`: the current month so far.
 */
const StatementState = choice(['open', 'closing', 'closed'], {
  tones: { open: 'primary', closing: 'warning', closed: 'plain' },
})

export const StatementRow = z.object({
  /** The month as digits, `YYYYMM`. */
  id: Id,
  month: Month,
  state: StatementState,
  openingCharNum: Count,
  usedCharNum: Count,
  closingCharNum: Count,
  /** Of the main account; absent for sub-accounts. */
  paidAmount: z.nullish(Cents),
  refundedAmount: z.nullish(Cents),
})
export type StatementRow = z.output<typeof StatementRow>

/** What an account has at one time; `expireDateTime`: end of its time plan or trial. */
const Balance = z.object({
  charNum: Count,
  voiceNum: Count,
  imageNum: Count,
  expireDateTime: z.nullish(WireTime),
})

/** Sum of the ledger's rows of one type, and how many they are. */
const Movement = z.object({
  logType: LogType,
  rowNum: Count,
  charNum: Change,
  voiceNum: Change,
  imageNum: Change,
  /** Minutes of time plans. */
  minuteNum: Change,
})
export type Movement = z.output<typeof Movement>

/** Opening balance, movements and closing balance: the first two add up to the third. */
const movements = { opening: Balance, movements: z.array(Movement), closing: Balance }

/** `account` is null after deletion. */
const person = { userId: Id, account: z.nullish(Text), nickname: z.nullish(Text) }

/** Characters translated, in either billing mode; `keyId` 0: without a key. */
const Use = z.object({
  userId: Id,
  tranChannelId: TranslationChannelId,
  channelName: z.nullish(localized('channelEnName')),
  channelEnName: z.nullish(Text),
  sourceLangCode: Text,
  targetLangCode: Text,
  keyId: Id,
  /** Null without a key, and of a deleted one. */
  keyTitle: z.nullish(Text),
  charNum: Count,
  translationNum: Count,
})
export type Use = z.output<typeof Use>

/**
 * A payment when it was credited, or a refund when it was settled. Without a package: a payment that
 * was credited to the account and not for an order.
 */
const Payment = z.object({
  kind: z.enum(['paid', 'refunded']),
  orderNo: Text,
  payChannel: z.nullish(PayChannel),
  memberGroupName: z.nullish(localized('memberGroupEnName')),
  memberGroupEnName: z.nullish(Text),
  amount: Cents,
  dateTime: WireTime,
})

/**
 * The statement of one account, or, without `userId`, of the main account and its sub-accounts
 * together: then with each of those that had, moved or used anything. What both sides of a
 * distribution change adds up to nothing there and is left out.
 */
export const Statement = z.object({
  month: Month,
  state: StatementState,
  /** First and last second of the month. */
  beginDateTime: WireTime,
  endDateTime: WireTime,
  /** Email or login name of the main account, and its username. */
  ownerAccount: Text,
  ownerUsername: z.nullish(Text),
  person: z.nullable(z.object(person)),
  ...movements,
  usedCharNum: Count,
  translationNum: Count,
  paidAmount: Cents,
  refundedAmount: Cents,
  payments: z.array(Payment),
  people: z.array(z.object({ ...person, ...movements, usedCharNum: Count, translationNum: Count })),
  use: z.array(Use),
})
export type Statement = z.output<typeof Statement>
export type PersonStatement = Statement['people'][number]

const OneStatement = z.object({ month: Month, userId: z.optional(Id) })

export const statements = {
  /** Newest first; of a main account, or for its accountant, together with its sub-accounts. */
  page: get('/statement/page', pageQuery({}), pageOf(StatementRow), {
    access: 'member',
    accountRoles: ['accountant'],
    support: 'shown',
  }),
  get: get('/statement/get', OneStatement, Statement, {
    access: 'member',
    accountRoles: ['accountant'],
    support: 'shown',
  }),
  pdf: get('/statement/pdf', OneStatement, FileOutput, {
    access: 'member',
    accountRoles: ['accountant'],
    support: 'shown',
    responseType: 'file',
    weight: 10,
  }),
}

/** Whether each statement is mailed to the owner, in the language in which it was asked for. */
export const StatementMail = z.object({ enabled: Flag })

export const statementMail = {
  get: get('/statementMail/get', Nothing, StatementMail, { access: 'main', support: 'shown' }),
  save: post('/statementMail/save', StatementMail, Done, {
    access: 'main',
    once: true,
    audit: { act: 'statementMailChanged', details: ['enabled'] },
  }),
}

/** Sums use by a key, the most first. */
export function sumUse<K extends string | number>(
  use: readonly Use[],
  keyOf: (row: Use) => K,
): (Pick<Use, 'charNum' | 'translationNum'> & { key: K; row: Use })[] {
  const sums = new Map<K, { key: K; row: Use; charNum: number; translationNum: number }>()
  for (const row of use) {
    const key = keyOf(row)
    const sum = sums.get(key) ?? { key, row, charNum: 0, translationNum: 0 }
    sum.charNum += row.charNum
    sum.translationNum += row.translationNum
    sums.set(key, sum)
  }
  return [...sums.values()].toSorted((a, b) => b.charNum - a.charNum)
}
