/** Handlers by which a main account sets the budgets of its sub-accounts, and both read them. */
import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { type budgets as calls, type subAccountGroups as collection } from '#contract/budgets.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { refuseRoleHolders } from '#server/features/accounts/index.ts'
import { users } from '#server/features/accounts/table.ts'
import { amountNames, readBudgets } from '#server/features/budgets/read-budgets.ts'
import { assignGroups } from '#server/features/budgets/assign-groups.ts'
import { skipThisMonth, topUpDue } from '#server/features/budgets/top-up.ts'
import {
  groupColumns,
  nextVersion,
  subAccountBudgets,
  subAccountGroups,
} from '#server/features/budgets/table.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Handler, Handlers, SignedCall } from '#server/http/handler.ts'
import { isId, isOneOf } from '#server/platform/db/columns.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { GeneratedHandlers } from '#server/collections.ts'

type Calls = typeof calls
type GroupCalls = typeof collection.calls
type Id = string | number

const getBudget: Handler<Calls['get']> = ({ userId }, call) => readBudget(call, String(userId))

const getOwnBudget: Handler<Calls['own']> = (_, call) => readBudget(call, call.me.userId)

/** Throws ApiError `notFound`. */
async function readBudget(call: SignedCall, userId: string): Promise<OutputOf<Calls['get']>> {
  const { db, me } = call
  const [budget] = isId(userId) ? await readBudgets(db, me.ownerId, [userId], timeOf(call)) : []
  if (!budget) throw new ApiError('notFound')
  const { hasOwnRule, groupId, groupTitle, rule, caps, version } = budget
  return { userId, groupId, groupTitle, ownRule: hasOwnRule ? 1 : 0, rule, caps, version }
}

/**
 * An own rule without amounts holds only in place of that of a group. Throws ApiError
 * `changedElsewhere` if `version` is stale.
 */
const setBudget: Handler<Calls['setBudget']> = async (
  { userId, ownRule, version, ...amounts },
  call,
) => {
  const { db } = call
  const { ownerId } = call.me
  await topUpDue(db, ownerId, timeOf(call))
  const [id] = await lockUsersById(db, ownerId, [userId])
  const [budget] = await db
    .select({ groupId: subAccountBudgets.groupId, version: subAccountBudgets.version })
    .from(subAccountBudgets)
    .where(and(eq(subAccountBudgets.ownerId, ownerId), eq(subAccountBudgets.userId, id!)))
  if (version !== undefined && version !== (budget?.version ?? 0))
    throw new ApiError('changedElsewhere')
  const hasAmounts = Object.values(amounts).some((amount) => amount != null)
  const hasOwnRule = ownRule === 1 && (hasAmounts || budget?.groupId != null)
  const rule = Object.fromEntries(
    amountNames.map((name) => [name, (hasOwnRule ? amounts[name] : null) ?? null]),
  )
  await db
    .insert(subAccountBudgets)
    .values({ ownerId, userId: id!, hasOwnRule, version: 1, ...rule })
    .onConflictDoUpdate({
      target: [subAccountBudgets.ownerId, subAccountBudgets.userId],
      set: { hasOwnRule, version: nextVersion, ...rule },
    })
  await skipThisMonth(db, ownerId, [id!], timeOf(call))
  return null
}

const moveToGroup: Handler<Calls['moveToGroup']> = async ({ userIds, groupId }, call) => {
  const { db, me } = call
  const { ownerId } = me
  await topUpDue(db, ownerId, timeOf(call))
  const ids = await lockUsersById(db, ownerId, userIds)
  const group = groupId == null ? null : await lockGroup(db, ownerId, groupId)
  const { userId, groupId: current } = subAccountBudgets
  const rows = await db
    .select({ userId, current })
    .from(subAccountBudgets)
    .where(and(eq(subAccountBudgets.ownerId, ownerId), inArray(userId, ids)))
  const groupOf = new Map(rows.map((row) => [row.userId, row.current]))
  const changing = ids.filter((id) => (groupOf.get(id) ?? null) !== (group?.id ?? null))
  await assignGroups(
    db,
    ownerId,
    new Map(changing.map((id) => [id, group?.id ?? null])),
    timeOf(call),
  )
  await call.audit(db, { subjects: changing, objects: group ? changing.map(() => group.name) : [] })
  announceGroups(call)
  return { count: changing.length }
}

/** A change of the group is one of the budget of each member without an own rule. */
const editGroup =
  (edit: Handler<GroupCalls['edit']>): Handler<GroupCalls['edit']> =>
  async (input, call) => {
    const { ownerId } = call.me
    await transaction(call.db, async (tx) => {
      await topUpDue(tx, ownerId, timeOf(call))
      await edit(input, { ...call, db: tx })
      const ids = await readMembers(tx, ownerId, [String(input.id)])
      await refuseRoleHolders(tx, call.me, ids)
      const { hasOwnRule, groupId } = subAccountBudgets
      await tx
        .update(subAccountBudgets)
        .set({ version: nextVersion })
        .where(
          and(
            eq(subAccountBudgets.ownerId, ownerId),
            eq(groupId, String(input.id)),
            eq(hasOwnRule, false),
          ),
        )
      await skipThisMonth(tx, ownerId, ids, timeOf(call))
    })
    announceGroups(call)
    return null
  }

/** Sub-accounts of a deleted group stay, without its rule. Groups are locked before their members. */
const removeGroups =
  (remove: Handler<GroupCalls['remove']>): Handler<GroupCalls['remove']> =>
  async (chosen, call) => {
    const { ownerId } = call.me
    const ids = [chosen.id ?? [], chosen.ids ?? []].flat().map(String).filter(isId)
    await transaction(call.db, async (tx) => {
      await topUpDue(tx, ownerId, timeOf(call))
      await tx
        .select({ id: subAccountGroups.id })
        .from(subAccountGroups)
        .where(and(eq(subAccountGroups.ownerId, ownerId), inArray(subAccountGroups.id, ids)))
        .orderBy(asc(subAccountGroups.id))
        .for('update')
      await refuseRoleHolders(tx, call.me, await readMembers(tx, ownerId, ids))
      await tx
        .update(subAccountBudgets)
        .set({ groupId: null, version: nextVersion })
        .where(and(eq(subAccountBudgets.ownerId, ownerId), inArray(subAccountBudgets.groupId, ids)))
      await remove(chosen, { ...call, db: tx })
    })
    announceGroups(call)
    return null
  }

/** Ids of the sub-accounts in these groups. */
async function readMembers(
  tx: Db,
  ownerId: string,
  groupIds: readonly string[],
): Promise<string[]> {
  const { userId, groupId } = subAccountBudgets
  const members = await tx
    .select({ userId })
    .from(subAccountBudgets)
    .where(and(eq(subAccountBudgets.ownerId, ownerId), inArray(groupId, [...groupIds])))
  return members.map((member) => member.userId)
}

const timeOf = ({ clock, settings }: SignedCall) => ({ now: clock(), zone: settings.timeZone })

/** Open pages show sub-accounts with the rule that applies to them. */
const announceGroups = ({ me: { ownerId }, events, afterCommit }: SignedCall) =>
  afterCommit(() => events.publish({ ownerId, about: ['user', 'subAccountGroup'] }))

/**
 * Locks sub-accounts in one order, so that none is deleted meanwhile, and returns their ids. Throws
 * ApiError `notFound` if one is unknown.
 */
async function lockUsersById(tx: Db, ownerId: string, userIds: readonly Id[]): Promise<string[]> {
  const ids = [...new Set(userIds.map(String))].filter(isId)
  const locked = await tx
    .select({ userId: users.userId })
    .from(users)
    .where(
      and(
        eq(users.ownerId, ownerId),
        ne(users.userId, ownerId),
        isOneOf(users.userId, ids),
        isNull(users.erasedAt),
      ),
    )
    .orderBy(asc(users.userId))
    .for('no key update')
  if (locked.length !== new Set(userIds.map(String)).size) throw new ApiError('notFound')
  return locked.map(({ userId }) => userId)
}

/** Keeps the group from being deleted meanwhile. Throws ApiError `notFound`. */
async function lockGroup(tx: Db, ownerId: string, id: Id): Promise<{ id: string; name: string }> {
  const [group] = isId(String(id))
    ? await tx
        .select({
          id: sql<string>`${subAccountGroups.id}::text`,
          name: sql<string>`${groupColumns['name']!}`,
        })
        .from(subAccountGroups)
        .where(and(eq(subAccountGroups.ownerId, ownerId), eq(subAccountGroups.id, String(id))))
        .for('key share')
    : []
  if (!group) throw new ApiError('notFound')
  return group
}

export const budgetHandlers: Handlers['budgets'] = {
  get: getBudget,
  own: getOwnBudget,
  setBudget,
  moveToGroup,
}

export const subAccountGroupHandlers = (
  generated: GeneratedHandlers['subAccountGroups'],
): Handlers['subAccountGroups'] => ({
  ...generated,
  edit: editGroup(generated.edit),
  remove: removeGroups(generated.remove),
})
