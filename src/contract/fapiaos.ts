/**
 * Fapiao (Chinese tax invoices): titles to issue them to, and requests for them, each for one or
 * several paid orders. Operators issue them.
 */
import * as z from 'zod/mini'
import { businessLimits } from '#contract/business-limits.ts'
import { accountGroup, defineCollection, optional, withDefault } from '#contract/collection.ts'
import { creditCode } from '#contract/credit-code.ts'
import { Done, FileOutput, get, Nothing, post } from '#contract/endpoint.ts'
import { choice, date, email, money, text, yesNo } from '#contract/field-constructors.ts'
import { limits as inputLimits } from '#contract/limits.ts'
import { oneLine } from '#contract/one-line-text.ts'
import { reference } from '#contract/reference.ts'
import { Cents, Id, Text, WireTime, withFieldType, type Tone } from '#contract/vocabulary.ts'

const limits = businessLimits.fapiaos

const digitsCheck = (pattern: RegExp, limit: number) =>
  z.check<string>(({ value, issues }) => {
    if (value !== '' && !pattern.test(value))
      issues.push({
        code: 'custom',
        input: value,
        params: { rule: 'digits', limit },
        continue: false,
      })
  })

/** Number of a fully digitalised fapiao: 20 digits. */
export const fapiaoNumber = () =>
  withFieldType(
    z
      .string()
      .check(
        ...oneLine,
        digitsCheck(new RegExp(`^\\d{${limits.numberDigits}}$`), limits.numberDigits),
        z.minLength(1),
      ),
    { kind: 'text' },
  )

/** Digits, with spaces or hyphens between them. */
const bankAccount = () =>
  withFieldType(
    z
      .string()
      .check(
        ...oneLine,
        z.minLength(1),
        z.maxLength(limits.bankAccount),
        z.regex(/^\d+(?:[ -]\d+)*$/),
      ),
    { kind: 'text' },
  )

/** What a fapiao says about its buyer. `taxNo`: of companies alone. */
const buyer = {
  address: optional(text({ max: limits.address })),
  phone: optional(text({ max: limits.phone })),
  bank: optional(text({ max: limits.bank })),
  bankAccount: optional(bankAccount()),
}
const titleKinds = ['company', 'individual'] as const

/** `email`: where fapiao of this title are sent. `isDefault`: 1 for at most one; the first is it. */
const titleFields = {
  kind: withDefault(choice(titleKinds), 'company'),
  name: text({ max: limits.name }),
  taxNo: optional(creditCode()),
  ...buyer,
  email: optional(email()),
  isDefault: withDefault(yesNo(), 0),
}

export const fapiaoTitles = defineCollection('fapiaoTitles', {
  path: 'fapiaoTitle',
  fields: titleFields,
  search: { name: ['name', 'taxNo'] },
  maxRows: limits.titles,
  scope: accountGroup,
  access: { read: 'main', write: 'main', create: 'nobody' },
  accountRoles: { read: ['accountant'], write: ['accountant'] },
  audit: { edit: 'fapiaoTitleChanged', remove: 'fapiaoTitleDeleted' },
  support: 'shown',
  calls: {
    /** The first one becomes the default. */
    add: post('/fapiaoTitle/add', z.object(titleFields), z.object({ id: Id }), {
      access: 'main',
      accountRoles: ['accountant'],
      audit: { act: 'fapiaoTitleAdded', name: 'name' },
      once: true,
    }),
  },
})

/**
 * `asked`: an operator has to issue it. `issuing`: an operator types it into the tax system, and it
 * can't be withdrawn. `ended`: everything was refunded before it was issued. `toReverse`:
 * issued, and money was refunded since, so that an operator has to reverse it by a red-letter fapiao.
 */
export const fapiaoStates = [
  'asked',
  'issuing',
  'issued',
  'refused',
  'withdrawn',
  'ended',
  'toReverse',
  'reversed',
] as const
export type FapiaoState = (typeof fapiaoStates)[number]

export const fapiaoTones = {
  asked: 'primary',
  issuing: 'primary',
  issued: 'success',
  refused: 'danger',
  withdrawn: 'plain',
  ended: 'plain',
  toReverse: 'warning',
  reversed: 'plain',
} as const satisfies Readonly<Record<FapiaoState, Tone>>

/** States in which no other fapiao can be asked for for the same orders. */
export const liveFapiaoStates = [
  'asked',
  'issuing',
  'issued',
  'toReverse',
] as const satisfies FapiaoState[]

export const FapiaoState = choice(fapiaoStates, { tones: fapiaoTones })
/** `special`: by which the buyer deducts its value-added tax. */
export const FapiaoKind = choice(['ordinary', 'special'])

/** Of the fapiao itself, or of its red-letter reversal. */
export const fapiaoFiles = ['fapiao', 'reversal'] as const
export type FapiaoFile = (typeof fapiaoFiles)[number]

const Amount = money({ max: inputLimits.count.max })
export const FapiaoOrder = z.object({ orderId: Id, orderNo: Text, amount: Cents })

/** `amount`: what a fapiao can be asked for, which is what was paid without what was refunded. */
const InvoiceableOrder = z.object({
  id: Id,
  no: Text,
  memberGroupName: Text,
  memberGroupEnName: z.nullish(Text),
  payDateTime: z.nullish(WireTime),
  paid: Cents,
  amount: Cents,
})
export type InvoiceableOrder = z.output<typeof InvoiceableOrder>

const OrderIds = z.array(Id).check(z.minLength(1), z.maxLength(limits.orders))

/** Requests, with the title as it was; `amount`: the sum of their orders. */
export const fapiaos = defineCollection('fapiaos', {
  path: 'fapiao',
  fields: {
    kind: FapiaoKind,
    titleName: text({ max: limits.name }),
    titleKind: choice(titleKinds),
    taxNo: optional(creditCode()),
    ...buyer,
    amount: Amount,
    email: email(),
    remark: optional(text({ max: limits.text })),
    state: withDefault(FapiaoState, 'asked'),
    /** Why an operator refused it, or reversed it without a refund. */
    reason: optional(text({ max: limits.text })),
    fapiaoNo: optional(fapiaoNumber()),
    issueDate: optional(date()),
    reversalNo: optional(fapiaoNumber()),
    reversalDate: optional(date()),
    /** When it was issued, refused or withdrawn, or when it ended. */
    decisionDateTime: optional(WireTime),
    /** When a refund made the reversal necessary. */
    refundDateTime: optional(WireTime),
    reversalDateTime: optional(WireTime),
  },
  computed: { orders: z.array(FapiaoOrder) },
  search: { number: ['fapiaoNo', 'titleName'] },
  filters: ['state', 'kind'],
  maxRows: limits.requests,
  scope: accountGroup,
  access: { read: 'main', write: 'nobody' },
  accountRoles: { read: ['accountant'] },
  support: 'shown',
  calls: {
    /** Paid orders without a live request and with money that was not refunded, newest first. */
    orders: get('/fapiao/orders', Nothing, z.object({ orders: z.array(InvoiceableOrder) }), {
      access: 'main',
      accountRoles: ['accountant'],
      support: 'shown',
    }),
    /** `amount`: the sum that was shown; another one is refused. */
    ask: post(
      '/fapiao/save',
      z.object({
        orderIds: OrderIds,
        amount: Amount,
        titleId: reference(fapiaoTitles.calls, { title: 'name' }),
        kind: FapiaoKind,
        email: email(),
        remark: optional(text({ max: limits.text })),
      }),
      z.object({ id: Id }),
      {
        access: 'main',
        accountRoles: ['accountant'],
        audit: { act: 'fapiaoRequested', details: ['amount'] },
        once: true,
      },
    ),
    withdraw: post('/fapiao/withdraw', z.object({ id: Id }), Done, {
      access: 'main',
      accountRoles: ['accountant'],
      audit: { act: 'fapiaoWithdrawn' },
      once: true,
    }),
    download: get(
      '/fapiao/download',
      z.object({ id: Id, file: z.optional(z.enum(fapiaoFiles)) }),
      FileOutput,
      {
        access: 'main',
        accountRoles: ['accountant'],
        support: 'hidden',
        responseType: 'file',
      },
    ),
  },
})
