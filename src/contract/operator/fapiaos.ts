/** Fapiao of all customers: operators take, issue, refuse, reverse and correct them. */
import * as z from 'zod/mini'
import { businessLimits } from '#contract/business-limits.ts'
import { Done, FileInput, FileOutput, get, pageOf, pageQuery, post } from '#contract/endpoint.ts'
import {
  fapiaoFiles,
  FapiaoKind,
  fapiaoNumber,
  FapiaoOrder,
  FapiaoState,
} from '#contract/fapiaos.ts'
import { choice, date, text } from '#contract/field-constructors.ts'
import {
  Cents,
  Flag,
  Id,
  Search,
  Text,
  Version,
  WireTime,
  withFieldType,
} from '#contract/vocabulary.ts'

const limits = businessLimits.fapiaos

/**
 * `account`: of the main account, or empty once it was deleted. `taker`, `takeDateTime`: the
 * operator that issues it in the tax system, and since when.
 */
export const CustomerFapiao = z.object({
  id: Id,
  ownerId: Id,
  account: Text,
  createDateTime: WireTime,
  kind: FapiaoKind,
  titleName: Text,
  taxNo: z.nullish(Text),
  amount: Cents,
  state: FapiaoState,
  taker: z.nullish(Text),
  takeDateTime: z.nullish(WireTime),
  fapiaoNo: z.nullish(Text),
  reversalNo: z.nullish(Text),
  decisionDateTime: z.nullish(WireTime),
})
export type CustomerFapiao = z.output<typeof CustomerFapiao>

/** Number and date that were wrong; `amount`, `hasFile`: if the sum was, and if the file was. */
const FapiaoCorrection = z.object({
  id: Id,
  createDateTime: WireTime,
  operator: Text,
  reason: Text,
  which: z.enum(fapiaoFiles),
  number: Text,
  date: date(),
  amount: z.nullish(Cents),
  hasFile: Flag,
})

/**
 * `takerId`: of the operator; `sums`: the least and the greatest sum that can be recorded of one that
 * is being issued, and to which one that is issued can be corrected.
 */
export const CustomerFapiaoDetails = z.object({
  ...CustomerFapiao.shape,
  version: Version,
  takerId: z.nullish(Id),
  sums: z.nullish(z.object({ least: Cents, most: Cents })),
  titleKind: choice(['company', 'individual']),
  address: z.nullish(Text),
  phone: z.nullish(Text),
  bank: z.nullish(Text),
  bankAccount: z.nullish(Text),
  email: Text,
  remark: z.nullish(Text),
  reason: z.nullish(Text),
  issueDate: z.nullish(date()),
  reversalDate: z.nullish(date()),
  refundDateTime: z.nullish(WireTime),
  reversalDateTime: z.nullish(WireTime),
  orders: z.array(FapiaoOrder),
  corrections: z.array(FapiaoCorrection),
})
export type CustomerFapiaoDetails = z.output<typeof CustomerFapiaoDetails>

/** `records`: numbers, dates and files. */
export const exchangeScopes = ['records', 'numbers'] as const
export type ExchangeScope = (typeof exchangeScopes)[number]

const finance = { access: 'member', roles: ['finance', 'admin'] } as const
const one = { ownerId: Id, id: Id }
/** Cents or a version; fields of a form are texts. */
const FormCount = withFieldType(z.string().check(z.regex(/^\d{1,15}$/)), { kind: 'text' })
const reason = text({ max: limits.text })

export const customerFapiaos = {
  /** `number` matches parts of titles, tax numbers and numbers of fapiao. */
  page: get(
    '/operator/fapiaos/page',
    pageQuery({
      number: z.optional(Search),
      account: z.optional(Search),
      state: z.optional(FapiaoState),
      kind: z.optional(FapiaoKind),
      createDateTimeBegin: z.optional(WireTime),
      createDateTimeEnd: z.optional(WireTime),
    }),
    pageOf(CustomerFapiao),
    { access: 'member' },
  ),

  get: get('/operator/fapiaos/get', z.object(one), CustomerFapiaoDetails, { access: 'member' }),

  /**
   * Before it is issued in the tax system, so that no other operator issues it and the customer
   * does not withdraw it meanwhile. `takenFrom`: `takerId` of the operator that it is taken over from.
   */
  take: post('/operator/fapiaos/take', z.object({ ...one, takenFrom: z.optional(Id) }), Done, {
    ...finance,
    once: true,
  }),

  /**
   * It waits again, for less or not at all if orders were refunded meanwhile. `takenFrom`: `takerId`
   * of the operator that has it.
   */
  putBack: post('/operator/fapiaos/putBack', z.object({ ...one, takenFrom: Id }), Done, {
    ...finance,
    once: true,
  }),

  /**
   * By the operator that has taken it. The file, a PDF, OFD or XML by its content, is sent to the
   * customer. `amount`: the sum that was issued. If orders were refunded since it was taken, what is
   * left is issued, and more, up to the former sum, has to be reversed; another sum is refused.
   */
  issue: post(
    '/operator/fapiaos/issue',
    z.object({
      ...one,
      amount: FormCount,
      fapiaoNo: fapiaoNumber(),
      issueDate: date(),
      file: FileInput,
    }),
    Done,
    { ...finance, bodyType: 'multipart', once: true },
  ),

  refuse: post('/operator/fapiaos/refuse', z.object({ ...one, reason }), Done, {
    ...finance,
    once: true,
  }),

  /** `reason`: needed for one of which nothing was refunded. */
  reverse: post(
    '/operator/fapiaos/reverse',
    z.object({
      ...one,
      reversalNo: fapiaoNumber(),
      reversalDate: date(),
      file: FileInput,
      reason: z.optional(reason),
    }),
    Done,
    { ...finance, bodyType: 'multipart', once: true },
  ),

  /**
   * Of a wrong number, date, sum or file; `amount`, `file`: unless the recorded one is right. The
   * sum of one that is not reversed, within `sums`; it then has to be reversed, or no more. The
   * customer is notified and gets the right file. `version`: that was read.
   */
  correct: post(
    '/operator/fapiaos/correct',
    z.object({
      ...one,
      version: FormCount,
      which: z.enum(fapiaoFiles),
      number: fapiaoNumber(),
      date: date(),
      amount: z.optional(FormCount),
      file: z.optional(FileInput),
      reason,
    }),
    Done,
    { ...finance, bodyType: 'multipart', once: true },
  ),

  /**
   * Of two that were recorded crosswise, of any customers. `number`: of the other one. The customers
   * of both are notified and get the right file.
   */
  exchange: post(
    '/operator/fapiaos/exchange',
    z.object({
      ...one,
      version: Version,
      which: z.enum(fapiaoFiles),
      number: fapiaoNumber(),
      scope: choice(exchangeScopes),
      reason,
    }),
    Done,
    { ...finance, once: true },
  ),

  /** `correction`: the file that was replaced then. */
  download: get(
    '/operator/fapiaos/download',
    z.object({ ...one, file: z.optional(z.enum(fapiaoFiles)), correction: z.optional(Id) }),
    FileOutput,
    { ...finance, responseType: 'file' },
  ),
}
