/** Tops sub-accounts up from their main account on the first of each month, as their rules say. */
import { and, eq, sql } from 'drizzle-orm'
import { users } from '#server/features/accounts/table.ts'
import { amountOf, joinBudget, type CurrentTime } from '#server/features/budgets/read-budgets.ts'
import { budgetTopUps } from '#server/features/budgets/table.ts'
import {
  lockAccounts,
  quotaUnits,
  spendableAmounts,
  topUp,
  zeroAmounts,
  type LockedAccounts,
  type QuotaAmounts,
} from '#server/features/ledger/index.ts'
import { createNotice, createNotices } from '#server/features/notifications/index.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import type { EventBus } from '#server/platform/events/event-bus.ts'
import { errorFields, type Log } from '#server/platform/log.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { formatBilingual, formatQuota, t } from '#server/platform/messages.ts'

type Deps = {
  db: Db
  clock: () => Date
  events: Pick<EventBus, 'publish'>
  log: Pick<Log, 'error'>
}

const target = sql`coalesce(${amountOf('topUpCharNum')}, ${amountOf('topUpVoiceNum')}, ${amountOf('topUpImageNum')})`

/** Sub-accounts `u` of active main accounts `m` that are still to be topped up for a month. */
const due = (month: string) => sql`${users} u
    join ${users} m on m.owner_id = u.owner_id and m.user_id = u.owner_id
    ${joinBudget(sql`u.owner_id`, sql`u.user_id`)}
  where u.user_id <> u.owner_id and u.enabled and u.erased_at is null and m.enabled and m.erased_at is null and ${target} is not null
    and not exists (select from ${budgetTopUps} t where t.owner_id = u.owner_id and t.user_id = u.user_id and t.month = ${month}::date)`

/** Tops up what is due in this month, in a transaction for each owner. */
export async function topUpAll({ db, clock, events, log }: Deps, zone: string): Promise<void> {
  const now = clock()
  const { rows } = await db.execute<{ ownerId: string }>(
    sql`select distinct u.owner_id::text as "ownerId" from ${due(monthOf({ now, zone }))}
      and ${acrossOwners('a background job tops the sub-accounts of all owners up')}`,
  )
  for (const { ownerId } of rows)
    await transaction(db, (tx) => topUpDue(tx, ownerId, { now, zone }))
      .then(() => events.publish({ ownerId, about: ['user', 'memberAccountLog', 'notice'] }))
      .catch((reason: unknown) =>
        log.error('sub-accounts could not be topped up', {
          owner: ownerId,
          ...errorFields(reason),
        }),
      )
}

/** First day of the month, by the business calendar. */
const monthOf = ({ now, zone }: CurrentTime) => `${formatWireTime(now, zone).slice(0, 7)}-01`

type Due = { userId: string } & Record<keyof QuotaAmounts, number>

/**
 * Locks the main account and tops up what is due. What changes a rule calls it first, so that
 * the month is topped up by the rule that applied at its beginning. Two processes wait for one another
 * at the lock, and the second finds nothing due.
 */
export async function topUpDue(tx: Db, ownerId: string, time: CurrentTime): Promise<void> {
  const locked = await lockAccounts(tx, ownerId, [ownerId])
  const month = monthOf(time)
  const { rows } = await tx.execute<Due>(
    sql`select u.user_id::text as "userId", coalesce(${amountOf('topUpCharNum')}, 0)::float8 as chars, coalesce(${amountOf('topUpVoiceNum')}, 0)::float8 as voices,
        coalesce(${amountOf('topUpImageNum')}, 0)::float8 as images
      from ${due(month)} and u.owner_id = ${ownerId}::bigint order by u.user_id`,
  )
  if (rows.length === 0) return
  await addLocked(tx, locked, rows)
  const { given, missing } = share(locked, rows)
  const records = [...given].map(([userId, amounts]) => ({ user_id: userId, ...amounts }))
  // One parameter for all, however many sub-accounts there are.
  await tx.execute(
    sql`insert into ${budgetTopUps} (owner_id, user_id, month, chars, voices, images)
      select ${ownerId}::bigint, g.user_id, ${month}::date, g.chars, g.voices, g.images
      from json_to_recordset(${JSON.stringify(records)}::json) as g(user_id bigint, chars bigint, voices bigint, images bigint)`,
  )
  const topUps = new Map([...given].filter(([, amounts]) => isSome(amounts)))
  await topUp(tx, locked, topUps, month, time.now)
  await notify(tx, locked, { topUps, missing }, time.now)
}

const isSome = (amounts: QuotaAmounts) => quotaUnits.some((unit) => amounts[unit] > 0)

async function addLocked(tx: Db, locked: LockedAccounts, rows: readonly Due[]): Promise<void> {
  const subs = await lockAccounts(
    tx,
    locked.ownerId,
    rows.map(({ userId }) => userId),
  )
  for (const { userId } of rows) {
    const account = subs.find(userId)
    if (account) locked.set(account)
  }
}

/**
 * What each sub-account gets: what its balance lacks, or, if the main account has less than all of
 * them lack, the same share of it for each, rounded down.
 */
function share(
  locked: LockedAccounts,
  rows: readonly Due[],
): { given: Map<string, QuotaAmounts>; missing: QuotaAmounts } {
  const pool = spendableAmounts(locked.get(locked.ownerId))
  const given = new Map<string, QuotaAmounts>(rows.map(({ userId }) => [userId, zeroAmounts]))
  const missing = { ...zeroAmounts }
  for (const unit of quotaUnits) {
    const lacks = rows.map((row) => {
      const account = locked.find(row.userId)
      return account ? Math.max(0, row[unit] - account[unit]) : 0
    })
    const all = lacks.reduce((sum, lack) => sum + lack, 0)
    rows.forEach(({ userId }, at) => {
      const lack = lacks[at]!
      const gets =
        all <= pool[unit] ? lack : Number((BigInt(lack) * BigInt(pool[unit])) / BigInt(all))
      missing[unit] += lack - gets
      given.set(userId, { ...given.get(userId)!, [unit]: gets })
    })
  }
  return { given, missing }
}

/** Tells the sub-accounts what they got, and the owner, also by mail, what was missing. */
async function notify(
  tx: Db,
  locked: LockedAccounts,
  { topUps, missing }: { topUps: ReadonlyMap<string, QuotaAmounts>; missing: QuotaAmounts },
  now: Date,
): Promise<void> {
  const { ownerId } = locked
  const main = locked.get(ownerId)
  await createNotices(
    tx,
    [...topUps].map(([userId, amounts]) => ({
      ownerId,
      userId,
      type: 'received',
      level: 'info',
      words: formatBilingual('received', (lang) => ({
        from: main.name,
        quota: formatQuota(lang, amounts),
      })),
    })),
    now,
  )
  if (!isSome(missing)) return
  const sum = { ...zeroAmounts }
  for (const amounts of topUps.values()) for (const unit of quotaUnits) sum[unit] += amounts[unit]
  const words = formatBilingual('topUpShort', (lang) => ({
    given: isSome(sum) ? formatQuota(lang, sum) : t(lang, 'topUpShort.nothing'),
    missing: formatQuota(lang, missing),
  }))
  await createNotice(
    tx,
    { ownerId, userId: ownerId, type: 'topUpShort', level: 'warning', words },
    now,
  )
  const [owner] = await tx
    .select({ account: users.account })
    .from(users)
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, ownerId)))
  if (owner?.account.includes('@')) await queueMail(tx, { to: owner.account, words }, now)
}

/**
 * Sub-accounts whose rule was changed are topped up by the new one from the next month on. Call it
 * after `topUpDue`, in the same transaction.
 */
export async function skipThisMonth(
  tx: Db,
  ownerId: string,
  userIds: readonly string[],
  time: CurrentTime,
): Promise<void> {
  if (userIds.length === 0) return
  const month = monthOf(time)
  await tx.execute(
    sql`insert into ${budgetTopUps} (owner_id, user_id, month)
      select ${ownerId}::bigint, skipped.user_id, ${month}::date from unnest(${sql.param([...userIds])}::bigint[]) as skipped(user_id)
      on conflict do nothing`,
  )
}
