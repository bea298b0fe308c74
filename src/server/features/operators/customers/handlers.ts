/** Handlers of the operators' calls on customers' accounts. */
import type { customers as calls } from '#contract/operator/customers.ts'
import { getCustomerDetails } from '#server/features/operators/customers/read-customer.ts'
import { readCustomerPage } from '#server/features/operators/customers/find-customers.ts'
import {
  adjustCustomer,
  adjustmentApproval,
  toAdjustmentEvent,
  exceeds,
  readAdjustable,
  withoutUnchangedUnits,
  toMovedAmounts,
} from '#server/features/operators/customers/adjust-customer.ts'
import { changeSuspended } from '#server/features/operators/customers/suspend-customer.ts'
import {
  getCustomer,
  lockCustomer,
  toLogSubject,
  type AccountChange,
} from '#server/features/operators/customers/customer.ts'
import {
  endCustomerSessions,
  removeCustomerTwoFactor,
} from '#server/features/operators/customers/end-customer-access.ts'
import type {
  OperatorCall,
  OperatorHandler,
  OperatorHandlers,
} from '#server/features/operators/operator.ts'
import { lockAccounts } from '#server/features/ledger/index.ts'
import { readUsageByDay } from '#server/features/translation/index.ts'
import { takeFromDay } from '#server/features/operators/day-limits.ts'
import { ApiError } from '#server/http/errors.ts'
import { transaction } from '#server/platform/db/db.ts'

const pageCustomers: OperatorHandler<typeof calls.page> = (query, { db, settings }) =>
  readCustomerPage(db, query, settings.timeZone)

const getCustomerUsage: OperatorHandler<typeof calls.usage> = async (
  { id, ...query },
  { db, settings, clock },
) => readUsageByDay(db, await getCustomer(db, id), query, settings.timeZone, clock())

const toAccountChange = ({ me, clock }: OperatorCall, reason: string): AccountChange => ({
  operator: me.name,
  reason,
  now: clock(),
})

const createSuspensionHandler =
  (change: 'suspend' | 'reopen'): OperatorHandler<typeof calls.suspend> =>
  async ({ id, reason }, call) => {
    const { ownerId } = await transaction(call.db, async (tx) => {
      const customer = await getCustomer(tx, id)
      await changeSuspended(tx, customer, change, toAccountChange(call, reason))
      return customer
    })
    call.events.publish({ ownerId, about: ['login', 'user', 'notice'] })
    return null
  }

const suspendCustomer = createSuspensionHandler('suspend')
const reopenCustomer = createSuspensionHandler('reopen')

const endSessions: OperatorHandler<typeof calls.endSessions> = async (
  { id, group, reason },
  call,
) => {
  const { ownerId, ended } = await transaction(call.db, async (tx) => {
    const customer = await lockCustomer(tx, id)
    const change = toAccountChange(call, reason)
    return { ...customer, ended: await endCustomerSessions(tx, customer, group === 1, change) }
  })
  call.events.publish({ ownerId, about: ['login', 'user'] })
  return { ended }
}

const removeTwoFactor: OperatorHandler<typeof calls.removeTwoFactor> = async (
  { id, reason },
  call,
) => {
  const { ownerId } = await transaction(call.db, async (tx) => {
    const customer = await lockCustomer(tx, id)
    await removeCustomerTwoFactor(tx, customer, toAccountChange(call, reason))
    return customer
  })
  call.events.publish({ ownerId, about: ['secondStep', 'notice'] })
  return null
}

const getAdjustable: OperatorHandler<typeof calls.adjustable> = async ({ id }, { db, me, clock }) =>
  readAdjustable(db, await getCustomer(db, id), me.userId, clock())

const adjustAccountBalance: OperatorHandler<typeof calls.adjust> = async (
  { id, reason, ...typed },
  call,
) => {
  const { db, me, clock, events, afterCommit, settings } = call
  const adjustment = withoutUnchangedUnits(typed)
  if (Object.keys(adjustment).length === 0)
    throw new ApiError('invalid', { fields: [{ field: 'chars', rule: 'required' }] })
  const { ownerId } = await getCustomer(db, id)
  // Serialises adjustments of the account, so that their sum is checked.
  await lockAccounts(db, ownerId, [ownerId])
  // Read again, since the account may have been cancelled meanwhile: its name must not be logged.
  const customer = await getCustomer(db, id)
  const today = { now: clock(), zone: settings.timeZone }
  const needsApproval =
    exceeds(adjustment, await readAdjustable(db, customer, me.userId, today.now)) ||
    !(await takeFromDay(db, me, toMovedAmounts(adjustment), today))
  if (needsApproval) {
    const request = { ownerId, userId: customer.userId, ...adjustment }
    const approvalRequest = { subject: toLogSubject(customer), ownerId, request, reason }
    await adjustmentApproval.createRequest(db, me, approvalRequest, clock())
    return { outcome: 'asked' }
  }
  await adjustCustomer(db, customer, adjustment, toAccountChange(call, reason))
  afterCommit(() => events.publish(toAdjustmentEvent(customer)))
  return { outcome: 'done' }
}

export const customerHandlers: OperatorHandlers['customers'] = {
  page: pageCustomers,
  get: getCustomerDetails,
  usage: getCustomerUsage,
  suspend: suspendCustomer,
  reopen: reopenCustomer,
  endSessions,
  removeTwoFactor,
  adjustable: getAdjustable,
  adjust: adjustAccountBalance,
}
