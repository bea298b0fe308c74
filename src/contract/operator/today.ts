/** Figures of the business for operators: revenue, users, usage, and what needs attention. */
import * as z from 'zod/mini'
import { get, Nothing } from '#contract/endpoint.ts'
import { PayStatus } from '#contract/orders.ts'
import { Day } from '#contract/field-constructors.ts'
import { Cents, code, Count, Flag, Id, localized, Text, WireTime } from '#contract/vocabulary.ts'

/** The current business day so far, and the last 7 and 30 days including it. */
const counts = z.object({ today: Count, week: Count, month: Count })
const amounts = z.object({ today: Cents, week: Cents, month: Cents })

/** `characters`: of succeeded translations. */
const BusinessDay = z.object({
  day: Day,
  revenue: Cents,
  paidOrders: Count,
  signUps: Count,
  activePeople: Count,
  characters: Count,
})

const ChannelUse = z.object({
  id: Id,
  name: localized('enName'),
  enName: Text,
  characters: counts,
  translations: counts,
  failures: counts,
})

/** Failures of a channel's vendor, by kind, today and in the last 7 days. */
const VendorFailure = z.object({
  channelId: Id,
  errorKind: code('vendorError', ['busy', 'closed', 'garbled', 'pair', 'text']),
  today: Count,
  week: Count,
})

/**
 * `lateSeconds`: how long the oldest task has been overdue; `isLate`: longer than the limit of the
 * job.
 */
const JobState = z.object({
  job: code('backgroundJob', [
    'mail',
    'orderPolls',
    'reservations',
    'announcements',
    'webhooks',
    'ledger',
  ]),
  lateSeconds: Count,
  isLate: Flag,
})

/**
 * `revenue`: paid orders by the time of payment; `refunds`: money given back, by the time of the
 * refund. `activePeople` signed in or translated. `orders`: placed in the period, by their current
 * status. `unmatchedPayments`: not handled, and no credit awaits approval; `toHandle` has the
 * newest.
 */
export const Today = z.object({
  day: Day,
  asOfDateTime: WireTime,
  revenue: amounts,
  refunds: amounts,
  paidOrders: counts,
  signUps: counts,
  activePeople: counts,
  characters: counts,
  days: z.array(BusinessDay),
  orders: z.array(z.object({ payStatus: PayStatus, today: Count, week: Count, month: Count })),
  channels: z.array(ChannelUse),
  vendorFailures: z.array(VendorFailure),
  unmatchedPayments: z.object({
    count: Count,
    amount: Cents,
    toHandle: z.array(z.object({ gatewayNo: Text, amount: Cents })),
  }),
  openRefunds: Count,
  refundRequests: Count,
  openApprovals: Count,
  /** Requests for a fapiao that wait, and fapiao that have to be reversed. */
  openFapiaos: Count,
  mails: z.object({ waiting: Count, failing: Count, lastFailure: z.nullish(Text) }),
  jobs: z.array(JobState),
  ledger: z.object({ findings: Count, checkDateTime: z.nullish(WireTime) }),
})
export type Today = z.output<typeof Today>

export const today = {
  get: get('/operator/today/get', Nothing, Today, {
    access: 'member',
  }),
}
