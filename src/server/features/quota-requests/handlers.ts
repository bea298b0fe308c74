/** Handlers by which sub-accounts ask for quota, and main accounts grant or decline it. */
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import type { quotaRequests as collection } from '#contract/quota-requests.ts'
import { users } from '#server/features/accounts/table.ts'
import {
  addRows,
  deleteRows,
  lockCounter,
  lockUser,
  storedOf,
  toColumnValues,
} from '#server/features/collections/index.ts'
import {
  distribute,
  lockAccounts,
  readManager,
  type QuotaAmounts,
} from '#server/features/ledger/index.ts'
import { readMainMembership } from '#server/features/packages/index.ts'
import {
  announceNotices,
  notifyAsker,
  notifyOwner,
} from '#server/features/quota-requests/notifications.ts'
import {
  closeRequest,
  findAsker,
  isOpenOf,
  lockOpenRequest,
} from '#server/features/quota-requests/open-request.ts'
import { quotaRequests, requestColumns } from '#server/features/quota-requests/table.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Handler, Handlers, SignedCall } from '#server/http/handler.ts'
import { incrementWithinLimit } from '#server/http/limits/rate-limits.ts'
import type { GeneratedHandlers } from '#server/collections.ts'

type Calls = typeof collection.calls
type Amounts = {
  charNum?: number | null | undefined
  voiceNum?: number | null | undefined
  imageNum?: number | null | undefined
}

const limits = businessLimits.quotaRequests
const secondsPerDay = 86_400

/** Throws ApiError `alreadyExists` while another request of the sub-account is open. */
const askForQuota: Handler<Calls['ask']> = async (input, call) => {
  const { db, me, clock, settings } = call
  const { reason, ...amounts } = input
  const asked = toQuotaAmounts(amounts)
  await refuseCharsByTime(call, asked)
  const stored = storedOf('quotaRequests')
  const scope = { ownerId: me.ownerId, id: me.userId }
  await lockUser(db, scope)
  if ((await db.$count(quotaRequests, isOpenOf(me.ownerId, [me.userId]))) > 0)
    throw new ApiError('alreadyExists', { reason: { key: 'requestOpen', values: {} } })
  const now = clock()
  const perDay = { max: limits.perDay, seconds: secondsPerDay }
  await incrementWithinLimit(db, `quota-request:${me.userId}`, perDay, now)
  await deleteOldest(call)
  const row = toColumnValues(stored.collection, { ...input, state: 'open' }, settings.timeZone)
  const [requestId] = await addRows(db, stored, scope, [row], now)
  await notifyOwner(call, { requestId: requestId!, asked, reason }, now)
  return null
}

/** Keeps as many requests as a sub-account may have, with the one that follows. */
async function deleteOldest({ db, me }: SignedCall): Promise<void> {
  const stored = storedOf('quotaRequests')
  const scope = { ownerId: me.ownerId, id: me.userId }
  await lockCounter(db, stored, scope)
  const surplus = await db
    .select({ id: sql<string>`${quotaRequests.id}::text` })
    .from(quotaRequests)
    .where(
      and(
        eq(quotaRequests.ownerId, me.ownerId),
        eq(requestColumns['userId']!, me.userId),
        ne(requestColumns['state']!, 'open'),
      ),
    )
    .orderBy(desc(quotaRequests.id))
    .offset(limits.perUser - 1)
  const ids = surplus.map(({ id }) => id)
  if (ids.length > 0) await deleteRows(db, stored, scope, ids)
}

const withdrawRequest: Handler<Calls['withdraw']> = async ({ id }, call) => {
  const { db, me, clock } = call
  const request = await lockOpenRequest(db, { ownerId: me.ownerId, userId: me.userId, id })
  await closeRequest(db, request, { state: 'withdrawn' }, clock())
  announceNotices(call)
  return null
}

const grantRequest: Handler<Calls['grant']> = ({ id }, call) => grant(call, id, (asked) => asked)

const grantOtherAmounts: Handler<Calls['grantOther']> = ({ id, answer, ...amounts }, call) =>
  grant(call, id, () => toQuotaAmounts(amounts), answer)

const declineRequest: Handler<Calls['decline']> = async ({ id, answer }, call) => {
  const { db, me, clock } = call
  const request = await lockOpenRequest(db, { ownerId: me.ownerId, id })
  await closeRequest(db, request, { state: 'declined', answer }, clock())
  await notifyAsker(call, request, { answer }, clock())
  await call.audit(db, { subjects: [request.userId] })
  return null
}

/**
 * Distributes the quota and closes the request in one transaction. `choose`: what is granted of what
 * was asked for. Throws ApiError `notEnough` if the main account has less, and `notAllowed` if the
 * request is closed or the sub-account disabled.
 */
async function grant(
  call: SignedCall,
  id: string | number,
  choose: (asked: QuotaAmounts) => QuotaAmounts,
  answer?: string | null,
): Promise<null> {
  const { db, me, clock } = call
  const { ownerId } = me
  const asker = await findAsker(db, { ownerId, id })
  await lockAccounts(db, ownerId, [ownerId, asker.userId])
  await lockUser(db, { ownerId, id: asker.userId })
  const request = await lockOpenRequest(db, { ownerId, id })
  await refuseDisabled(call, request.userId)
  const granted = choose(request.asked)
  const now = clock()
  const manager = await readManager(db, me)
  const transfer = {
    ownerId,
    subIds: [request.userId],
    each: granted,
    manager,
    requestId: request.id,
  }
  await distribute(db, transfer, now)
  await closeRequest(db, request, { state: 'granted', granted, answer }, now)
  await notifyAsker(call, request, { granted, answer }, now)
  await call.audit(db, {
    subjects: [request.userId],
    details: {
      changeCharNum: granted.chars,
      changeVoiceNum: granted.voices,
      changeImageNum: granted.images,
    },
  })
  return null
}

/** Sub-accounts of a main account that is billed by time use no characters. */
async function refuseCharsByTime({ db, me }: SignedCall, { chars }: QuotaAmounts): Promise<void> {
  if (chars > 0 && (await readMainMembership(db, me.ownerId)).mode === 'time')
    throw new ApiError('notAllowed', { reason: { key: 'requestByTime', values: {} } })
}

/** The sub-account is locked. Disabling it ends its request, unless an older server did it. */
async function refuseDisabled({ db, me }: SignedCall, userId: string): Promise<void> {
  const [user] = await db
    .select({ account: users.account, enabled: users.enabled })
    .from(users)
    .where(and(eq(users.ownerId, me.ownerId), eq(users.userId, userId)))
  if (user && !user.enabled)
    throw new ApiError('notAllowed', {
      reason: { key: 'requestOfDisabled', values: { account: user.account } },
    })
}

/** Throws ApiError `invalid` if there is nothing to move. */
function toQuotaAmounts({ charNum, voiceNum, imageNum }: Amounts): QuotaAmounts {
  const amounts = { chars: charNum ?? 0, voices: voiceNum ?? 0, images: imageNum ?? 0 }
  if (amounts.chars === 0 && amounts.voices === 0 && amounts.images === 0)
    throw new ApiError('invalid', { reason: { key: 'requestEmpty', values: {} } })
  return amounts
}

export const quotaRequestHandlers = (
  generated: GeneratedHandlers['quotaRequests'],
): Handlers['quotaRequests'] => ({
  ...generated,
  ask: askForQuota,
  withdraw: withdrawRequest,
  grant: grantRequest,
  grantOther: grantOtherAmounts,
  decline: declineRequest,
})
