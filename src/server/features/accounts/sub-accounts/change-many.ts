/** Handlers that change many sub-accounts in one transaction, and preview what that does. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type {
  BatchAct,
  BatchResult,
  subAccountBatches as calls,
} from '#contract/sub-account-batches.ts'
import { refuseRoleHolders } from '#server/features/accounts/account-roles.ts'
import { users } from '#server/features/accounts/table.ts'
import { isActiveSubAccountOf } from '#server/features/accounts/sub-accounts/find-sub-accounts.ts'
import {
  planBatch,
  sumSteps,
  type BatchMember,
  type BatchSums,
  type PlannedStep,
} from '#server/features/accounts/sub-accounts/plan-batch.ts'
import {
  disableSubAccounts,
  enableSubAccounts,
} from '#server/features/accounts/sub-accounts/set-enabled.ts'
import { isGroupOf } from '#server/features/budgets/index.ts'
import { subAccountBudgets } from '#server/features/budgets/table.ts'
import {
  lockAccounts,
  notifyOfQuota,
  readManager,
  toQuotaAmounts,
  transferMany,
  zeroAmounts,
  type LockedAccounts,
  type QuotaAmounts,
} from '#server/features/ledger/index.ts'
import { balances } from '#server/features/ledger/table.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Handler, SignedCall } from '#server/http/handler.ts'
import { isId } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'

type Id = string | number

/** Ids that are nobody's, or no longer, are `deleted`. Throws ApiError `notFound` if all are. */
export const previewMany: Handler<typeof calls.previewMany> = async (
  { userIds, act, groupId, ...amounts },
  { db, me: { ownerId, actor } },
) => {
  const change = {
    act,
    amounts: toAmounts(amounts),
    groupId: groupId == null ? null : String(groupId),
    isByDeputy: actor !== undefined,
  }
  const ids = distinct(userIds)
  const [members, [main]] = await Promise.all([
    readMembers(db, ownerId, ids),
    db
      .select(spendable)
      .from(balances)
      .where(and(eq(balances.ownerId, ownerId), eq(balances.userId, ownerId))),
  ])
  if (members.length === 0) throw new ApiError('notFound')
  if (change.groupId !== null && !(await isGroupOf(db, ownerId, change.groupId)))
    throw new ApiError('notFound')
  const steps = planBatch(members, change)
  const found = new Map(members.map((member, at) => [member.userId, { member, step: steps[at]! }]))
  const rows = ids.map((userId) => {
    const { member, step } = found.get(userId) ?? {}
    return {
      userId,
      account: member?.account ?? '',
      memberAccount: toBalances(member?.left ?? zeroAmounts),
      ...toChanges(step?.moved ?? zeroAmounts),
      skipped: step ? (step.skipped ?? null) : ('deleted' as const),
    }
  })
  return { ...toResult(sumSteps(steps)), memberAccount: toBalances(main ?? zeroAmounts), rows }
}

export const distributeMany: Handler<typeof calls.distributeMany> = async (
  { childUserIds, fillUp, ...amounts },
  call,
) => {
  const { db, clock } = call
  const act = fillUp === 1 ? 'fillUp' : 'distribute'
  const { locked, steps } = await lockAndPlan(call, childUserIds, act, toQuotaAmounts(amounts))
  if (steps.some(({ skipped }) => skipped === 'disabled')) throw new ApiError('changedElsewhere')
  const given = movedBy(steps)
  const manager = await readManager(db, call.me)
  await transferMany(db, locked, given, { logType: 'DISTRIBUTION', manager }, clock())
  await notifyOfQuota(call, locked.get(call.me.ownerId).name, given)
  await call.audit(db, { subjects: [...given.keys()] })
  return toResult(sumSteps(steps))
}

export const reclaimMany: Handler<typeof calls.reclaimMany> = async (
  { childUserIds, all, ...amounts },
  call,
) => {
  const act = all === 1 ? 'reclaimAll' : 'reclaim'
  const { locked, steps } = await lockAndPlan(call, childUserIds, act, toAmounts(amounts))
  if (all !== 1) toQuotaAmounts(amounts)
  const manager = await readManager(call.db, call.me)
  const taken = movedBy(steps)
  await transferMany(call.db, locked, taken, { logType: 'RECOVERY', manager }, call.clock())
  await call.audit(call.db, { subjects: [...taken.keys()] })
  return toResult(sumSteps(steps))
}

export const changeEnabledMany: Handler<typeof calls.changeEnabledMany> = async (
  { userIds, enabled },
  call,
) => {
  const { db, me } = call
  const act = enabled === 1 ? 'enable' : 'disable'
  const { locked, steps } = await lockAndPlan(call, userIds, act)
  const changing = steps.filter(({ skipped }) => skipped === undefined).map(({ userId }) => userId)
  let sums = zeroAmounts
  if (enabled === 1) await enableSubAccounts(db, call, me.ownerId, changing)
  else sums = await disableSubAccounts(db, call, locked, changing)
  await call.audit(db, { subjects: changing })
  return toResult({ count: changing.length, sums })
}

/**
 * Locks the accounts, then the users, both in ascending order, and plans the act. Throws ApiError
 * `notFound` if one is unknown or deleted, `notAllowed` to a deputy if one has a role.
 */
async function lockAndPlan(
  { db, me }: SignedCall,
  userIds: readonly Id[],
  act: BatchAct,
  amounts: QuotaAmounts = zeroAmounts,
): Promise<{ locked: LockedAccounts; steps: PlannedStep[] }> {
  const { ownerId } = me
  const ids = distinct(userIds)
  const locked = await lockAccounts(db, ownerId, [ownerId, ...ids.filter(isId)])
  await db
    .select({ userId: users.userId })
    .from(users)
    .where(isAmong(ownerId, ids))
    .orderBy(asc(users.userId))
    .for('no key update')
  await refuseRoleHolders(db, me, ids)
  const members = await readMembers(db, ownerId, ids)
  const found = new Set(members.map(({ userId }) => userId))
  const unknown = ids.find((id) => !found.has(id))
  if (unknown !== undefined)
    throw new ApiError('notFound', {
      reason: { key: 'noSubAccount', values: { account: unknown } },
    })
  return {
    locked,
    steps: planBatch(members, { act, amounts, groupId: null, isByDeputy: false }),
  }
}

const distinct = (ids: readonly Id[]): string[] => [...new Set(ids.map(String))]

const isAmong = (ownerId: string, ids: readonly string[]) =>
  and(isActiveSubAccountOf(ownerId), inArray(users.userId, ids.filter(isId)))

/** Without what is reserved for running translations. */
const spendable = {
  chars: sql<number>`greatest(0, ${balances.chars} - ${balances.reservedChars})`.mapWith(Number),
  voices: balances.voices,
  images: balances.images,
}

/** The sub-accounts among these ids, in ascending order. */
function readMembers(db: Db, ownerId: string, ids: readonly string[]): Promise<BatchMember[]> {
  const { userId, account, enabled, accountRole } = users
  const hasRole = sql<boolean>`${accountRole} is not null`
  return db
    .select({
      userId,
      account,
      hasRole,
      enabled,
      groupId: subAccountBudgets.groupId,
      left: spendable,
    })
    .from(users)
    .innerJoin(balances, and(eq(balances.ownerId, ownerId), eq(balances.userId, userId)))
    .leftJoin(
      subAccountBudgets,
      and(eq(subAccountBudgets.ownerId, ownerId), eq(subAccountBudgets.userId, userId)),
    )
    .where(isAmong(ownerId, ids))
    .orderBy(asc(userId))
}

const movedBy = (steps: readonly PlannedStep[]): Map<string, QuotaAmounts> =>
  new Map(
    steps.flatMap(({ userId, moved, skipped }) => (skipped === undefined ? [[userId, moved]] : [])),
  )

type WireAmounts = Parameters<typeof toQuotaAmounts>[0]

const toAmounts = ({
  changeCharNum: chars = 0,
  changeVoiceNum: voices = 0,
  changeImageNum: images = 0,
}: WireAmounts): QuotaAmounts => ({ chars, voices, images })

const toBalances = ({ chars, voices, images }: QuotaAmounts) => ({
  usableCharNum: chars,
  usableVoiceNum: voices,
  usableImageNum: images,
})

const toChanges = ({ chars, voices, images }: QuotaAmounts) => ({
  changeCharNum: chars,
  changeVoiceNum: voices,
  changeImageNum: images,
})

const toResult = ({ count, sums }: BatchSums): BatchResult => ({ count, ...toChanges(sums) })
