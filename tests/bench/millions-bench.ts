/**
 * The account log, the charts and the reconciliation badge with 5,000,000 rows in the log: the
 * server's time for each call, as it logs it.
 */
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { accountLog, allLogTypes, reconciliation } from '#contract/ledger.ts'
import { toQuery } from '#contract/query.ts'
import { usage } from '#contract/usage.ts'
import { users } from '#contract/users.ts'
import { sql } from 'drizzle-orm'
import {
  insertBulkAccountLog,
  insertBulkOwner,
  insertBulkSubAccounts,
  insertBulkTranslationLog,
} from '#tests/support/server/bulk-rows.ts'
import { reconcile } from '#server/features/ledger/reconciliation/job.ts'
import { verifyLedger } from '#server/features/ledger/reconciliation/verify-ledger.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { sessionOf } from '#tests/bench/distribution-bench.ts'
import type { BenchLine } from '#tests/bench/server-bench.ts'
import { signedByToken } from '#tests/bench/signed-by-token.ts'

const size = { accountLog: 5_000_000, translations: 1_000_000 }
const repetitions = 40
/** Milliseconds that a call may take. */
const goal = 200

/** `requestTimes` returns the milliseconds of each request since its last call. */
export async function millionsBench(
  services: Dependencies,
  port: number,
  requestTimes: () => number[],
  onProgress: (sentence: string) => void,
): Promise<BenchLine[]> {
  onProgress(
    `Writing ${size.accountLog.toLocaleString('en')} rows of the account log and ${size.translations.toLocaleString('en')} translations …`,
  )
  const owner = await insertBulkOwner(services.db, 'millions', 'x')
  await insertBulkAccountLog(services.db, { ...owner, rows: size.accountLog, days: 365 })
  await insertBulkTranslationLog(services.db, { ...owner, rows: size.translations, days: 365 })
  await services.db.execute(
    sql`update users set registered_at = now() - interval '400 days' where owner_id = ${owner.ownerId}`,
  )
  await services.db.execute(sql`analyze`)
  onProgress('Verifying the ledger, then reconciling twice …')
  const checks = [
    await timed(() => verifyLedger(services.db, services.settings.timeZone, () => {})),
    await timed(() => reconcile(services)),
    await timed(() => reconcile(services)),
  ]
  await addSubAccounts(services, owner.ownerId)
  onProgress(`Reading, ${repetitions} times each …`)
  const token = await sessionOf(services, owner.userId)
  const measure = async <E extends Endpoint>(
    what: string,
    endpoint: E,
    input: InputOf<E>,
  ): Promise<BenchLine> => {
    requestTimes()
    for (let repetition = 0; repetition < repetitions; repetition++) {
      const response = await fetch(
        `http://127.0.0.1:${port}/api${endpoint.path}?${toQuery(input as Record<string, string>)}`,
        {
          headers: signedByToken(token),
        },
      )
      const { success } = (await response.json()) as { success: boolean }
      if (!success) throw new Error(`${what} was refused.`)
    }
    const sorted = requestTimes().toSorted((a, b) => a - b)
    const worst = sorted.at(-1)!
    return {
      what,
      value: `${sorted[sorted.length >> 1]} ms, at most ${worst} ms`,
      goal: `≤ ${goal} ms`,
      met: worst <= goal,
    }
  }
  const allTime = {
    createDateTimeBegin: '2020-01-01 00:00:00',
    createDateTimeEnd: '2099-12-31 23:59:59',
  }
  const lines = [
    await measure('account log, first page of 5,000,000', accountLog.page, {
      logType: 'SYS_ADJUST',
      ...allTime,
    }),
    await measure('account log, page 400,000', accountLog.page, {
      logType: 'SYS_ADJUST',
      pageNum: 400_000,
      ...allTime,
    }),
    await measure('account log, one week', accountLog.page, {
      logType: 'SYS_ADJUST',
      pageNum: 200,
      ...weekHalfAYearAgo(),
    }),
    await measure('account log, a type without rows', accountLog.page, {
      logType: 'RECOVERY',
      ...allTime,
    }),
    await measure('account log, all types', accountLog.page, { logType: allLogTypes, ...allTime }),
    await measure('account log, all types, page 400,000', accountLog.page, {
      logType: allLogTypes,
      pageNum: 400_000,
      ...allTime,
    }),
    await measure('account log, all types, one week', accountLog.page, {
      logType: allLogTypes,
      ...weekHalfAYearAgo(),
    }),
    await measure('overview: the user', users.get, {}),
    await measure('overview: 30 days by channel', usage.daily, { groupBy: 'channel' }),
    await measure('overview: 30 days by user', usage.daily, { groupBy: 'user' }),
    await measure('overview: 366 days by channel', usage.daily, { groupBy: 'channel', days: 366 }),
    await measure('overview: 366 days by user', usage.daily, { groupBy: 'user', days: 366 }),
    await measure('overview: lasts about N days', usage.forecast, {}),
    await measure('overview: people ranked by this month', usage.people, {}),
    await measure('overview: reconciliation badge', reconciliation.get, {}),
  ]
  const [all, first, next] = checks.map((ms) => `${(ms / 1_000).toFixed(1)} s`)
  return [
    ...lines,
    { what: 'ledger:verify, 5,000,000 rows and 1,000,000 translations', value: all! },
    { what: 'reconciliation job, the first time', value: first! },
    { what: 'reconciliation job, nothing new', value: next! },
  ]
}

/** 200 sub-accounts with daily usage of two channels for a year, without the log rows behind it. */
async function addSubAccounts({ db }: Dependencies, ownerId: string): Promise<void> {
  await insertBulkSubAccounts(db, { ownerId, prefix: 'people', count: 200, passwordHash: 'x' })
  await db.execute(
    sql`update users set registered_at = now() - interval '400 days' where owner_id = ${ownerId}`,
  )
  await db.execute(sql`insert into usage_days (owner_id, day, user_id, channel_id, source, target, client_type, chars, count) select u.owner_id, current_date - d, u.user_id, c, 'zh', 'en', 'web', 1000 + d, 10
    from users u, generate_series(0, 364) d, generate_series(1, 2) c where u.owner_id = ${ownerId} and u.user_id <> u.owner_id`)
  await db.execute(sql`analyze usage_days`)
}

function weekHalfAYearAgo(): { createDateTimeBegin: string; createDateTimeEnd: string } {
  const daysAgo = (days: number) =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ')
  return { createDateTimeBegin: daysAgo(182), createDateTimeEnd: daysAgo(175) }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
