/** Operators’ handlers of fapiao: reading, taking, issuing, refusing and reversing them. */
import type { customerFapiaos as calls } from '#contract/operator/fapiaos.ts'
import {
  fapiaoTopics,
  issueFapiao,
  putBackFapiao,
  readStoredFile,
  refuseFapiao,
  reverseFapiao,
  takeFapiao,
  type FapiaoChange,
  type FapiaoKey,
} from '#server/features/fapiaos/index.ts'
import { readFapiaoDetails, readFapiaoPage } from '#server/features/operators/fapiaos/queries.ts'
import type { OperatorCall, OperatorHandler } from '#server/features/operators/operator.ts'
import { recordChange } from '#server/features/operators/record-change.ts'
import { publishAfterCommit } from '#server/features/operators/unmatched-payments/handlers.ts'
import { formatWireTime } from '#server/platform/db/time.ts'

type Id = string | number
const keyOf = ({ ownerId, id }: { ownerId: Id; id: Id }): FapiaoKey => ({
  ownerId: String(ownerId),
  id: String(id),
})

export const pageCustomerFapiaos: OperatorHandler<typeof calls.page> = (query, { db, settings }) =>
  readFapiaoPage(db, query, settings.timeZone)

export const getCustomerFapiao: OperatorHandler<typeof calls.get> = (input, { db, settings }) =>
  readFapiaoDetails(db, keyOf(input), settings.timeZone)

export const takeCustomerFapiao: OperatorHandler<typeof calls.take> = async (input, call) => {
  const key = keyOf(input)
  const { userId: operatorId, name: operator } = call.me
  const takenFrom = input.takenFrom === undefined ? undefined : String(input.takenFrom)
  const taker = { operatorId, operator, takenFrom }
  return finish(call, key, 'take', await takeFapiao(call.db, key, taker, call.clock()))
}

export const putBackCustomerFapiao: OperatorHandler<typeof calls.putBack> = async (input, call) => {
  const key = keyOf(input)
  return finish(call, key, 'put back', await putBackFapiao(call.db, key, call.clock()))
}

export const issueCustomerFapiao: OperatorHandler<typeof calls.issue> = async (input, call) => {
  const { fapiaoNo: number, issueDate: date, file } = input
  const key = keyOf(input)
  const issued = { number, date, file, ...timeOf(call) }
  const sum = { amountCents: Number(input.amount), operatorId: call.me.userId }
  const change = await issueFapiao(call.db, key, { ...issued, ...sum })
  return finish(call, key, 'issue', change)
}

export const refuseCustomerFapiao: OperatorHandler<typeof calls.refuse> = async (input, call) => {
  const key = keyOf(input)
  const { reason } = input
  const refused = { reason, operatorId: call.me.userId, now: call.clock() }
  const change = await refuseFapiao(call.db, key, refused)
  return finish(call, key, 'refuse', change, reason)
}

export const reverseCustomerFapiao: OperatorHandler<typeof calls.reverse> = async (input, call) => {
  const { reversalNo: number, reversalDate: date, file, reason } = input
  const key = keyOf(input)
  const change = await reverseFapiao(call.db, key, { number, date, file, reason, ...timeOf(call) })
  return finish(call, key, 'reverse', change, reason)
}

export const downloadCustomerFapiao: OperatorHandler<typeof calls.download> = async (
  { file = 'fapiao', ...input },
  { db, settings },
) => {
  const key = keyOf(input)
  const { fapiaoNo, reversalNo } = await readFapiaoDetails(db, key, settings.timeZone)
  return readStoredFile(db, key, file, file === 'fapiao' ? fapiaoNo : reversalNo)
}

function timeOf({ clock, settings }: OperatorCall) {
  const now = clock()
  return { now, today: formatWireTime(now, settings.timeZone).slice(0, 10) }
}

/** The log has no names: it outlives the account. */
async function finish(
  call: OperatorCall,
  { ownerId, id }: FapiaoKey,
  action: 'take' | 'put back' | 'issue' | 'refuse' | 'reverse',
  { before: { state, amountCents }, after }: FapiaoChange,
  reason?: string,
): Promise<null> {
  await recordChange(call.db, {
    at: call.clock(),
    operator: call.me.name,
    action: `fapiaos ${action}`,
    subject: `fapiao ${id}`,
    reason: reason ?? null,
    before: { ownerId, state, amount: amountCents },
    after: { ownerId, amount: amountCents, ...after },
  })
  publishAfterCommit(call, ownerId, fapiaoTopics)
  return null
}
