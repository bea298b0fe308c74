/** The same calls on a translation log of 10,000 rows and on one of 10,000,000. */
import { transaction } from '#server/platform/db/db.ts'
import { sql } from 'drizzle-orm'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { toQuery } from '#contract/query.ts'
import { translationLog } from '#contract/translation.ts'
import { insertBulkOwner, insertBulkSubAccounts } from '#tests/support/server/bulk-rows.ts'
import { fillUsageDays } from '#server/seed/insert.ts'
import { createPartitions } from '#server/platform/db/log-partitions.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { sessionOf } from '#tests/bench/distribution-bench.ts'
import type { BenchLine } from '#tests/bench/server-bench.ts'
import { signedByToken } from '#tests/bench/signed-by-token.ts'

const sizes = { few: 10_000, many: Number(process.env['TRANSLATION_ROWS'] ?? 10_000_000) }
const subAccountCount = 25
const days = 365
const repetitions = 31
/** Calls before the first that counts. */
const warmUps = 8
/** Limits of a call with many rows: its time relative to few rows, or milliseconds. */
const goal = { ratio: 1.5, ms: 50 }

export async function translationLogBench(
  services: Dependencies,
  port: number,
  onProgress: (sentence: string) => void,
): Promise<BenchLine[]> {
  await createPartitions(
    services.db,
    'translation_log',
    new Date(Date.now() - (days + 1) * 86_400_000),
    new Date(),
  )
  const fewToken = await createAccountGroup(services, 'few', sizes.few)
  onProgress(
    `Writing ${sizes.many.toLocaleString('en')} rows of the translation log, half of them of one user …`,
  )
  const manyToken = await createAccountGroup(services, 'many', sizes.many)
  await services.db.execute(sql`analyze`)
  onProgress(`Reading, ${repetitions} repetitions each …`)
  const tenDays = {
    createDateTimeBegin: wireTime(Date.now() - 10 * 86_400_000),
    createDateTimeEnd: wireTime(Date.now()),
  }
  const longestFirst = { sortBy: 'wordCount', sortOrder: 'desc' }
  const year = { createDateTimeBegin: wireTime(Date.now() - days * 86_400_000) }
  const queries: [string, Endpoint, Record<string, string | number>][] = [
    ['own, page 1', translationLog.page, {}],
    ['own, page 1,000', translationLog.page, { pageNum: 1_000 }],
    ['own, ten days', translationLog.page, tenDays],
    ['own, one language of ten days', translationLog.page, { ...tenDays, targetLangCode: 'fr' }],
    ['own, one language of all time', translationLog.page, { targetLangCode: 'fr' }],
    [
      'own, one language, page 1,000',
      translationLog.page,
      { targetLangCode: 'en', pageNum: 1_000 },
    ],
    ['own, one language on either side', translationLog.page, { langCode: 'ja' }],
    [
      'all users, one language on either side, page 1,000',
      translationLog.page,
      { childUserId: 'all', langCode: 'fr', pageNum: 1_000 },
    ],
    ['own, the rarest language', translationLog.page, { targetLangCode: 'ja', clientType: 'ios' }],
    ['own, oldest first', translationLog.page, { sortBy: 'createDateTime' }],
    ['own, most characters first', translationLog.page, longestFirst],
    [
      'own, most characters first, page 1,000',
      translationLog.page,
      { ...longestFirst, pageNum: 1_000 },
    ],
    [
      'own, most characters of ten days first',
      translationLog.page,
      { ...longestFirst, ...tenDays },
    ],
    [
      'own, most characters into one language first',
      translationLog.page,
      { ...longestFirst, targetLangCode: 'fr' },
    ],
    [
      'all users, oldest first',
      translationLog.page,
      { sortBy: 'createDateTime', childUserId: 'all' },
    ],
    [
      'all users, most characters first',
      translationLog.page,
      { ...longestFirst, childUserId: 'all' },
    ],
    ['all users, page 1', translationLog.page, { childUserId: 'all' }],
    ['all users, page 1,000', translationLog.page, { childUserId: 'all', pageNum: 1_000 }],
    [
      'all users, one channel of ten days',
      translationLog.page,
      { ...tenDays, childUserId: 'all', tranChannelId: '3' },
    ],
    ['charts of all users, 30 days', translationLog.usage, { childUserId: 'all' }],
    ['charts of all users, 366 days', translationLog.usage, { childUserId: 'all', ...year }],
    [
      'charts of all users, one language of 366 days',
      translationLog.usage,
      { childUserId: 'all', ...year, targetLangCode: 'en' },
    ],
    [
      'charts of all users, one client of 366 days',
      translationLog.usage,
      { childUserId: 'all', ...year, clientType: 'windows' },
    ],
  ]
  const lines: BenchLine[] = []
  for (const [what, endpoint, input] of queries) {
    const [small, large] = [
      await medianTime(port, fewToken, endpoint, input),
      await medianTime(port, manyToken, endpoint, input),
    ]
    const met = large <= goal.ms || large / small <= goal.ratio
    const value = `${small.toFixed(1)} → ${large.toFixed(1)} ms (×${(large / small).toFixed(1)})`
    lines.push({
      what: `log, 10,000 → ${sizes.many.toLocaleString('en')} rows: ${what}`,
      value,
      goal: `≤ ×${goal.ratio} or ≤ ${goal.ms} ms`,
      met,
    })
  }
  return lines
}

/**
 * Creates a main account with `rows` translations, half of them its own, the rest by its
 * sub-accounts, in several languages, by two client types and two channels. Returns a session's
 * token.
 */
async function createAccountGroup(
  services: Dependencies,
  name: string,
  rows: number,
): Promise<string> {
  const { db } = services
  const { ownerId } = await insertBulkOwner(db, name, 'x')
  await insertBulkSubAccounts(db, {
    ownerId,
    prefix: `${name}sub`,
    count: subAccountCount,
    passwordHash: 'x',
  })
  await db.execute(
    sql`update users set registered_at = now() - interval '400 days' where owner_id = ${ownerId}`,
  )
  const insertRows = async (tx: Db): Promise<void> => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`insert into translation_log (owner_id, user_id, seq, at, chars, mode, channel_id, ip, client_type, source, target)
      select ${ownerId}::bigint, u.user_id, n, now() - (u.rows - n) * (interval '1 day' * ${days}::int / u.rows), 5 + n % 89, 'char', case when n < u.rows / 2 then 1 else 3 end,
        '198.51.100.7', case when n % 7 = 0 then 'ios' else 'windows' end, case when n % 3 = 0 then 'en' else 'zh' end,
        case when n % 997 = 0 then 'ja' when n % 3 = 0 then 'zh' else (array['en', 'en', 'fr'])[1 + n % 5 % 3] end
      from (select user_id, case when user_id = owner_id then ${rows / 2}::int else ${rows / 2 / subAccountCount}::int end as rows from users where owner_id = ${ownerId}::bigint) u,
        generate_series(1, u.rows) n`)
    await fillUsageDays(tx, ownerId)
  }
  await transaction(db, insertRows, { isLong: true })
  return sessionOf(services, ownerId)
}

/** In the wire's format. */
const wireTime = (at: number) =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Asia/Shanghai',
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(at)

/** Milliseconds over HTTP. */
async function medianTime<E extends Endpoint>(
  port: number,
  token: string,
  { path }: E,
  input: InputOf<E>,
): Promise<number> {
  const times: number[] = []
  for (let repetition = 0 - warmUps; repetition < repetitions; repetition++) {
    const began = performance.now()
    const response = await fetch(
      `http://127.0.0.1:${port}/api${path}?${toQuery(input as Record<string, string>)}`,
      { headers: signedByToken(token) },
    )
    const text = await response.text()
    if (!text.startsWith('{"success":true')) throw new Error(`${path} was refused: ${text}`)
    if (repetition >= 0) times.push(performance.now() - began)
  }
  return times.toSorted((a, b) => a - b)[repetitions >> 1]!
}
