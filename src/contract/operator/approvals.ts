/** Requests of operators that take effect once a second operator approves them. */
import * as z from 'zod/mini'
import { Done, get, pageOf, pageQuery, post } from '#contract/endpoint.ts'
import { Remark, StoredLongText } from '#contract/operator/fields.ts'
import { OperatorRole } from '#contract/operator/roles.ts'
import { code, Flag, Id, Search, Text, WireTime } from '#contract/vocabulary.ts'

export const approvalKinds = ['adjust', 'refund', 'credit', 'settle'] as const
export const ApprovalKind = code('approvalKind', approvalKinds)
export type ApprovalKind = z.output<typeof ApprovalKind>

/**
 * `withdrawn`: by the operator who asked. `lapsed`: that operator was disabled or got another role.
 */
const ApprovalState = code('approvalState', ['open', 'approved', 'refused', 'withdrawn', 'lapsed'])

/**
 * `request`: what is to be done, as JSON text. `mayApprove` and `mayRefuse`: whether the signed-in
 * operator may decide. The operator who made the request (`isOwn`) can only withdraw it, by refusing.
 * An operator is not independent of one to whom they gave access, or who gave it to them, within the
 * last 30 days, and may then refuse but not approve.
 */
export const Approval = z.object({
  id: Id,
  createDateTime: WireTime,
  kind: ApprovalKind,
  subject: Text,
  operator: Text,
  operatorRole: OperatorRole,
  reason: StoredLongText,
  request: Text,
  state: ApprovalState,
  decidedOperator: z.nullish(Text),
  decideDateTime: z.nullish(WireTime),
  note: z.nullish(StoredLongText),
  mayApprove: Flag,
  mayRefuse: Flag,
  isOwn: Flag,
})
export type Approval = z.output<typeof Approval>

export const approvals = {
  page: get(
    '/operator/approvals/page',
    pageQuery({
      state: z.optional(ApprovalState),
      kind: z.optional(ApprovalKind),
      operator: z.optional(Search),
      subject: z.optional(Search),
      createDateTimeBegin: z.optional(WireTime),
      createDateTimeEnd: z.optional(WireTime),
    }),
    pageOf(Approval),
    { access: 'member' },
  ),

  approve: post(
    '/operator/approvals/approve',
    z.object({ id: Id, note: z.optional(Remark) }),
    Done,
    {
      access: 'member',
      once: true,
    },
  ),

  refuse: post('/operator/approvals/refuse', z.object({ id: Id, note: Remark }), Done, {
    access: 'member',
    once: true,
  }),
}
