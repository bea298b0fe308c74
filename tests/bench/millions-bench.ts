/**
 * What the account log, the charts and the badge cost with five million rows in the log: the
 * server's own time for each call.
 */
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { accountLog, reconciliation } from '#contract/ledger.ts'
import { toQuery } from '#contract/query.ts'
import { usage } from '#contract/usage.ts'
import { users } from '#contract/users.ts'
import { sql } from 'drizzle-orm'
import {
  bulkAccountLog,
  bulkOwner,
  bulkSubAccounts,
  bulkTranslationLog,
} from '#server/seed/bulk.ts'
import { reconcile } from '#server/features/ledger/reconciliation/job.ts'
import { verify } from '#server/features/ledger/reconciliation/service.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { sessionOf } from '#tests/bench/distribution-bench.ts'
import type { BenchLine } from '#tests/bench/server-bench.ts'
import { signedByToken } from '#tests/bench/signed-by-token.ts'

const many = { rows: 5_000_000, translations: 1_000_000 }
const times = 40
/** Milliseconds that a call may take. */
const goal = 200

/** `took` gives the server's time of each request since it was last called, in milliseconds. */
export async function millionsBench(
  services: Dependencies,
  port: number,
  took: () => number[],
  say: (sentence: string) => void,
): Promise<BenchLine[]> {
  say(
    `Writing ${many.rows.toLocaleString('en')} rows of the account log and ${many.translations.toLocaleString('en')} translations …`,
  )
  const who = await bulkOwner(services.db, 'millions', 'x')
  await bulkAccountLog(services.db, { ...who, rows: many.rows, days: 365 })
  await bulkTranslationLog(services.db, { ...who, rows: many.translations, days: 365 })
  await services.db.execute(
    sql`update users set registered_at = now() - interval '400 days' where owner_id = ${who.ownerId}`,
  )
  await services.db.execute(sql`analyze`)
  say('Checking the ledger, first all of it, then what is new …')
  const checks = [
    await timed(() => verify(services.db, services.settings.timeZone, () => {})),
    await timed(() => reconcile(services)),
    await timed(() => reconcile(services)),
  ]
  await manyPeople(services, who.ownerId)
  say(`Reading, ${times} times each …`)
  const token = await sessionOf(services, who.userId)
  const ask = async <E extends Endpoint>(
    what: string,
    endpoint: E,
    input: InputOf<E>,
  ): Promise<BenchLine> => {
    took()
    for (let time = 0; time < times; time++) {
      const response = await fetch(
        `http://127.0.0.1:${port}/api${endpoint.path}?${toQuery(input as Record<string, string>)}`,
        {
          headers: signedByToken(token),
        },
      )
      const { success } = (await response.json()) as { success: boolean }
      if (!success) throw new Error(`${what} was refused.`)
    }
    const sorted = took().toSorted((a, b) => a - b)
    const worst = sorted.at(-1)!
    return {
      what,
      value: `${sorted[sorted.length >> 1]} ms, at most ${worst} ms`,
      goal: `≤ ${goal} ms`,
      met: worst <= goal,
    }
  }
  const always = {
    createDateTimeBegin: '2020-01-01 00:00:00',
    createDateTimeEnd: '2099-12-31 23:59:59',
  }
  const lines = [
    await ask('account log, first page of 5,000,000', accountLog.page, {
      logType: 'SYS_ADJUST',
      ...always,
    }),
    await ask('account log, page 400,000', accountLog.page, {
      logType: 'SYS_ADJUST',
      pageNum: 400_000,
      ...always,
    }),
    await ask('account log, one week', accountLog.page, {
      logType: 'SYS_ADJUST',
      pageNum: 200,
      ...week(),
    }),
    await ask('account log, a type without rows', accountLog.page, {
      logType: 'RECOVERY',
      ...always,
    }),
    await ask('overview: the user', users.get, {}),
    await ask('overview: 30 days by channel', usage.daily, { groupBy: 'channel' }),
    await ask('overview: 30 days by user', usage.daily, { groupBy: 'user' }),
    await ask('overview: 366 days by channel', usage.daily, { groupBy: 'channel', days: 366 }),
    await ask('overview: 366 days by user', usage.daily, { groupBy: 'user', days: 366 }),
    await ask('overview: lasts about N days', usage.forecast, {}),
    await ask('overview: people ranked by this month', usage.people, {}),
    await ask('overview: reconciliation badge', reconciliation.get, {}),
  ]
  const [all, first, next] = checks.map((ms) => `${(ms / 1_000).toFixed(1)} s`)
  return [
    ...lines,
    { what: 'ledger:verify, 5,000,000 rows and 1,000,000 translations', value: all! },
    { what: 'standing check, the first time', value: first! },
    { what: 'standing check, nothing new', value: next! },
  ]
}

/** Two hundred sub-accounts who have used two channels on every day of a year: only to be read. */
async function manyPeople({ db }: Dependencies, ownerId: string): Promise<void> {
  await bulkSubAccounts(db, { ownerId, prefix: 'people', many: 200, passwordHash: 'x' })
  await db.execute(
    sql`update users set registered_at = now() - interval '400 days' where owner_id = ${ownerId}`,
  )
  await db.execute(sql`insert into usage_days (owner_id, day, user_id, channel_id, chars, count) select u.owner_id, current_date - d, u.user_id, c, 1000 + d, 10
    from users u, generate_series(0, 364) d, generate_series(1, 2) c where u.owner_id = ${ownerId} and u.user_id <> u.owner_id`)
  await db.execute(sql`analyze usage_days`)
}

/** Half a year ago. */
function week(): { createDateTimeBegin: string; createDateTimeEnd: string } {
  const daysAgo = (days: number) =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ')
  return { createDateTimeBegin: daysAgo(182), createDateTimeEnd: daysAgo(175) }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
