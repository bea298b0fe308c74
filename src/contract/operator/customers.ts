/** Customers' accounts, as operators find, read and change them. */
import * as z from 'zod/mini'
import { Done, get, pageOf, pageQuery, post } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { AccountLogRow } from '#contract/ledger.ts'
import { InboxNotice } from '#contract/notices.ts'
import { Outcome } from '#contract/operator/day-limits.ts'
import { Remark } from '#contract/operator/fields.ts'
import { OperatorLogRow } from '#contract/operator/operator-log.ts'
import { Order } from '#contract/orders.ts'
import { LoginLogRow, SecurityEvent, SessionRow } from '#contract/sessions.ts'
import { usage } from '#contract/usage.ts'
import { User } from '#contract/user.ts'
import { text } from '#contract/field-constructors.ts'
import { code, Count, Flag, Id, Text, WireTime, withFieldType } from '#contract/vocabulary.ts'

/** `suspended` by an operator, with its sub-accounts; `disabled` by the owner. */
const CustomerState = code('customerState', ['open', 'suspended', 'disabled', 'deleted'])
const CustomerType = code('customerType', ['main', 'sub'])

const customer = {
  id: Id,
  ownerId: Id,
  /** Login name; empty once the account was deleted. */
  account: Text,
  username: z.nullish(Text),
  nickname: z.nullish(Text),
  type: CustomerType,
  state: CustomerState,
}

/** `found`: number of an order, payment or refund by which the search found the account. */
export const CustomerRow = z.object({
  ...customer,
  ownerAccount: Text,
  inviteCode: z.nullish(Text),
  registerDateTime: WireTime,
  lastLoginDateTime: z.nullish(WireTime),
  /** Of a main account, with deleted ones. */
  subAccountCount: Count,
  found: z.nullish(Text),
})
export type CustomerRow = z.output<typeof CustomerRow>

const GroupMember = z.object({
  ...customer,
  usableCharNum: Count,
  usableVoiceNum: Count,
  usableImageNum: Count,
  lastLoginDateTime: z.nullish(WireTime),
})

/**
 * Everything about one account; each list has the latest rows. `user` is absent for a deleted
 * account. `orders` are those of the group.
 */
export const CustomerDetails = z.object({
  ...customer,
  ownerAccount: Text,
  user: z.nullish(User),
  twoFactorDateTime: z.nullish(WireTime),
  memberCount: Count,
  members: z.array(GroupMember),
  orderCount: Count,
  orders: z.array(Order),
  accountLog: z.array(AccountLogRow),
  logins: z.array(LoginLogRow),
  securityEvents: z.array(SecurityEvent),
  sessions: z.array(z.object({ ...SessionRow.shape, blocked: Flag })),
  notices: z.array(InboxNotice),
  changes: z.array(OperatorLogRow),
})
export type CustomerDetails = z.output<typeof CustomerDetails>

const Quantity = withFieldType(z.int().check(z.gte(-limits.count.max), z.lte(limits.count.max)), {
  kind: 'count',
  signed: true,
})
const adjustable = {
  chars: z.optional(Quantity),
  voices: z.optional(Quantity),
  images: z.optional(Quantity),
  minutes: z.optional(Quantity),
}

export const customers = {
  /** `search`: at least 3 characters of a name, address or number, or a whole user id. */
  page: get(
    '/operator/customers/page',
    pageQuery({
      search: z.optional(text({ max: limits.search.max })),
      state: z.optional(CustomerState),
      type: z.optional(CustomerType),
    }),
    pageOf(CustomerRow),
    {
      access: 'member',
    },
  ),

  get: get('/operator/customers/get', z.object({ id: Id }), CustomerDetails, {
    access: 'member',
  }),

  /** As the customer's own chart; of a main account, with its sub-accounts. */
  usage: get(
    '/operator/customers/usage',
    z.object({
      id: Id,
      days: usage.daily.input.shape.days,
      groupBy: usage.daily.input.shape.groupBy,
    }),
    usage.daily.output,
    {
      access: 'member',
    },
  ),

  suspend: post('/operator/customers/suspend', z.object({ id: Id, reason: Remark }), Done, {
    access: 'member',
  }),

  reopen: post('/operator/customers/reopen', z.object({ id: Id, reason: Remark }), Done, {
    access: 'member',
  }),

  endSessions: post(
    '/operator/customers/endSessions',
    z.object({ id: Id, group: z.optional(Flag), reason: Remark }),
    z.object({ ended: Count }),
    {
      access: 'member',
    },
  ),

  removeTwoFactor: post(
    '/operator/customers/removeTwoFactor',
    z.object({ id: Id, reason: Remark }),
    Done,
    {
      access: 'member',
      roles: ['support', 'admin'],
    },
  ),

  /**
   * What the operator may still adjust of the account group within 24 hours without approval, as far
   * as the operator's own day (`dayLimits.left`) allows it too.
   */
  adjustable: get(
    '/operator/customers/adjustable',
    z.object({ id: Id }),
    z.object({ chars: Count, voices: Count, images: Count, minutes: Count }),
    {
      access: 'member',
    },
  ),

  /**
   * Above `businessLimits.adjustment` of the account or `operatorDay` of the operator, the change is
   * stored for approval.
   */
  adjust: post(
    '/operator/customers/adjust',
    z.object({ id: Id, ...adjustable, reason: Remark }),
    Outcome,
    {
      access: 'member',
      once: true,
    },
  ),
}
