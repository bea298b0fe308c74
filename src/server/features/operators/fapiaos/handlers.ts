/** Operators’ handlers of fapiao: reading, taking, issuing, refusing, reversing and correcting them. */
import type { customerFapiaos as calls } from '#contract/operator/fapiaos.ts'
import {
  fapiaoTopics,
  correctFapiao,
  exchangeFapiaos,
  issueFapiao,
  putBackFapiao,
  readReplacedFile,
  readStoredFile,
  refuseFapiao,
  reverseFapiao,
  takeFapiao,
  type FapiaoChange,
  type FapiaoKey,
} from '#server/features/fapiaos/index.ts'
import { readFapiaoDetails, readFapiaoPage } from '#server/features/operators/fapiaos/queries.ts'
import type {
  OperatorCall,
  OperatorHandler,
  OperatorHandlers,
} from '#server/features/operators/operator.ts'
import { recordChange } from '#server/features/operators/record-change.ts'
import { publishAfterCommit } from '#server/features/operators/unmatched-payments/handlers.ts'

type Id = string | number
const keyOf = ({ ownerId, id }: { ownerId: Id; id: Id }): FapiaoKey => ({
  ownerId: String(ownerId),
  id: String(id),
})

const pageCustomerFapiaos: OperatorHandler<typeof calls.page> = (query, { db, settings }) =>
  readFapiaoPage(db, query, settings.timeZone)

const getCustomerFapiao: OperatorHandler<typeof calls.get> = (input, { db, settings }) =>
  readFapiaoDetails(db, keyOf(input), settings.timeZone)

const takeCustomerFapiao: OperatorHandler<typeof calls.take> = async (input, call) => {
  const key = keyOf(input)
  const { userId: operatorId, name: operator } = call.me
  const takenFrom = input.takenFrom === undefined ? undefined : String(input.takenFrom)
  const taker = { operatorId, operator, takenFrom }
  return finish(call, key, 'take', await takeFapiao(call.db, key, taker, call.clock()))
}

const putBackCustomerFapiao: OperatorHandler<typeof calls.putBack> = async (input, call) => {
  const key = keyOf(input)
  return finish(
    call,
    key,
    'put back',
    await putBackFapiao(call.db, key, String(input.takenFrom), call.clock()),
  )
}

const issueCustomerFapiao: OperatorHandler<typeof calls.issue> = async (input, call) => {
  const { fapiaoNo: number, issueDate: date, file } = input
  const key = keyOf(input)
  const issued = { number, date, file, ...timeOf(call) }
  const sum = { amountCents: Number(input.amount), operatorId: call.me.userId }
  const change = await issueFapiao(call.db, key, { ...issued, ...sum })
  return finish(call, key, 'issue', change)
}

const refuseCustomerFapiao: OperatorHandler<typeof calls.refuse> = async (input, call) => {
  const key = keyOf(input)
  const { reason } = input
  const refused = { reason, operatorId: call.me.userId, now: call.clock() }
  const change = await refuseFapiao(call.db, key, refused)
  return finish(call, key, 'refuse', change, reason)
}

const reverseCustomerFapiao: OperatorHandler<typeof calls.reverse> = async (input, call) => {
  const { reversalNo: number, reversalDate: date, file, reason } = input
  const key = keyOf(input)
  const change = await reverseFapiao(call.db, key, { number, date, file, reason, ...timeOf(call) })
  return finish(call, key, 'reverse', change, reason)
}

const correctCustomerFapiao: OperatorHandler<typeof calls.correct> = async (input, call) => {
  const { which, number, date, amount, file, reason } = input
  const version = Number(input.version)
  const key = keyOf(input)
  const amountCents = amount === undefined ? undefined : Number(amount)
  const operator = call.me.name
  const values = {
    version,
    which,
    number,
    date,
    amountCents,
    file,
    reason,
    operator,
    ...timeOf(call),
  }
  return finish(call, key, 'correct', await correctFapiao(call.db, key, values), reason)
}

const exchangeCustomerFapiaos: OperatorHandler<typeof calls.exchange> = async (
  { version, which, number, scope, reason, ...input },
  call,
) => {
  const changes = await exchangeFapiaos(call.db, keyOf(input), {
    version,
    which,
    number,
    scope,
    reason,
    operator: call.me.name,
    ...timeOf(call),
  })
  for (const change of changes) await finish(call, change.before, 'exchange', change, reason)
  return null
}

const downloadCustomerFapiao: OperatorHandler<typeof calls.download> = async (
  { file = 'fapiao', correction, ...input },
  call,
) => {
  const { db, clock, me, settings } = call
  const key = keyOf(input)
  const { fapiaoNo, reversalNo } = await readFapiaoDetails(db, key, settings.timeZone)
  const number = file === 'fapiao' ? fapiaoNo : reversalNo
  const found = await (correction === undefined
    ? readStoredFile(db, key, file, number)
    : readReplacedFile(db, key, String(correction)))
  await recordChange(db, {
    at: clock(),
    operator: me.name,
    action: 'fapiaos download',
    subject: `fapiao ${key.id}`,
    after: { ownerId: key.ownerId, file: found.name },
  })
  return found
}

const timeOf = ({ clock, settings }: OperatorCall) => ({ now: clock(), zone: settings.timeZone })

/** The log has no names: it outlives the account. */
async function finish(
  call: OperatorCall,
  { ownerId, id }: FapiaoKey,
  action: 'correct' | 'exchange' | 'take' | 'put back' | 'issue' | 'refuse' | 'reverse',
  { before, after }: FapiaoChange,
  reason?: string,
): Promise<null> {
  await recordChange(call.db, {
    at: call.clock(),
    operator: call.me.name,
    action: `fapiaos ${action}`,
    subject: `fapiao ${id}`,
    reason: reason ?? null,
    before: { ownerId, ...numbersOf(before) },
    after: { ownerId, amount: before.amountCents, ...after },
  })
  publishAfterCommit(call, ownerId, fapiaoTopics)
  return null
}

function numbersOf(before: FapiaoChange['before']) {
  const { state, amountCents: amount, fapiaoNo, issueDate, reversalNo, reversalDate } = before
  const issued = fapiaoNo ? { fapiaoNo, issueDate } : {}
  return { state, amount, ...issued, ...(reversalNo ? { reversalNo, reversalDate } : {}) }
}

export const customerFapiaoHandlers: OperatorHandlers['customerFapiaos'] = {
  page: pageCustomerFapiaos,
  get: getCustomerFapiao,
  take: takeCustomerFapiao,
  putBack: putBackCustomerFapiao,
  issue: issueCustomerFapiao,
  refuse: refuseCustomerFapiao,
  reverse: reverseCustomerFapiao,
  correct: correctCustomerFapiao,
  exchange: exchangeCustomerFapiaos,
  download: downloadCustomerFapiao,
}
