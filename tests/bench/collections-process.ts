/**
 * One tenant's collection of 1,000,000 rows, read by signed calls over HTTP. Prints its lines as
 * JSON. Needs DATABASE_URL; fills the database unless it was filled before.
 */
import { benchTerms } from '#tests/bench/collections-registered.ts'
import { toQuery } from '#contract/query.ts'
import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { unlimitedRates } from '#server/http/limits/call-limits.ts'
import { collectionTables } from '#server/features/collections/table.ts'
import { nodeCrypto } from '#server/platform/crypto/crypto.ts'
import { transaction } from '#server/platform/db/db.ts'
import { openDb } from '#server/platform/db/open.ts'
import type { Db } from '#server/platform/db/open.ts'
import { insertBulkOwner } from '#tests/support/server/bulk-rows.ts'
import { startServer } from '#server/start.ts'
import { sessionOf } from '#tests/bench/distribution-bench.ts'
import type { BenchLine } from '#tests/bench/server-bench.ts'
import { signedByToken } from '#tests/bench/signed-by-token.ts'
import { createTables } from '#tests/support/actors/collection-fixtures.ts'

const rows = 1_000_000
const times = Number(process.argv[2] ?? 15)
/** Measures only the lines whose name contains this text. */
const only = process.argv[3] ?? ''
/** Milliseconds. */
const goal = 50

const { address, stop } = await startServer(
  {
    NODE_ENV: 'production',
    APP_MODE: 'production',
    PORT: '0',
    DATABASE_URL: process.env['DATABASE_URL'],
    ALLOW_DATABASE_OWNER: 'yes',
    SECRET_KEY: Buffer.alloc(32).toString('base64'),
    MAIL_URL: 'smtp://127.0.0.1:1',
    PUBLIC_URL: 'https://bench.example',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
  },
  () => process.exit(1),
  undefined,
  unlimitedRates,
)
const database = openDb(process.env['DATABASE_URL']!)
const ownerId = await filledOwner(database.db)
const token = await sessionOf(
  { db: database.db, crypto: nodeCrypto, clock: () => new Date() },
  ownerId,
)

type Query = Readonly<Record<string, string | number>>

/** In the list's order: the first page, one in the middle, and the last one of the total. */
const pagesOf = (what: string, query: Query = {}): [string, Query, number][] => [
  [`${what}: first page`, query, 0],
  [`${what}: middle page`, query, 0.5],
  [`${what}: last page`, query, 1],
]
const orders = benchTerms.config.sortBy.flatMap((sortBy) =>
  ['asc', 'desc'].flatMap((sortOrder) =>
    pagesOf(`by ${sortBy} ${sortOrder}`, { sortBy, sortOrder }),
  ),
)
const measured: [string, Query, number][] = [
  ...pagesOf('all rows'),
  ...orders,
  ...pagesOf('filter: 800,000 of one value', { sourceLangCode: 'en' }),
  ...pagesOf('filter: 500,000 of one value', { caseSensitive: 1 }),
  ...pagesOf('filter: 1,000 of one value', { targetLangCode: 'sw' }),
  ...pagesOf('filter: no row', { targetLangCode: 'yo' }),
  ...pagesOf('filters: 400,000 of two values', { sourceLangCode: 'en', caseSensitive: 1 }),
  ...pagesOf('filters: no row of two wide values', { sourceLangCode: 'ja', targetLangCode: 'zh' }),
  ...pagesOf('filter 800,000, sorted', { sourceLangCode: 'en', sortBy: 'sourceTerm' }),
  ...pagesOf('filter 1,000, sorted', { targetLangCode: 'sw', sortBy: 'sourceTerm' }),
  ...pagesOf('search: 800,000 rows', { term: 'term' }),
  ...pagesOf('search: 100,000 rows', { term: 'tenth' }),
  ...pagesOf('search: 50,000 rows', { term: 'twentieth' }),
  ...pagesOf('search: 10,000 rows', { term: 'hundredth' }),
  ...pagesOf('search: 100 rows', { term: '服务器' }),
  ...pagesOf('search: 1 row', { term: '777777' }),
  ...pagesOf('search: no row', { term: 'nowhere' }),
  ...pagesOf('search: one letter, 800,000 rows', { term: 't' }),
  ...pagesOf('search 800,000, sorted', { term: 'term', sortBy: 'sourceTerm' }),
  ...pagesOf('search 10,000, sorted', { term: 'hundredth', sortBy: 'sourceTerm' }),
  ...pagesOf('search 800,000 and filter 500,000', { term: 'term', caseSensitive: 1 }),
  ...pagesOf('search 800,000 and filter 1,000', { term: 'term', targetLangCode: 'sw' }),
  ...pagesOf('search 100 and filter 800,000', { term: '服务器', sourceLangCode: 'en' }),
]

const lines: BenchLine[] = []
for (const [what, query, at] of measured.filter(([what]) => what.includes(only)))
  lines.push(await lineOf(what, query, at))
process.stdout.write(`${JSON.stringify(lines)}\n`)
await database.close()
await stop()
process.exit(0)

async function lineOf(what: string, query: Query, at: number): Promise<BenchLine> {
  const { data } = await ask(query)
  const pageNum = Math.max(1, Math.ceil((data.total / 10) * at))
  const took: number[] = []
  const before = await processorTimes()
  let found = 0
  for (let time = 0; time <= times; time++) {
    const began = performance.now()
    found = (await ask({ ...query, pageNum })).data.rows.length
    if (time > 0) took.push(performance.now() - began)
  }
  if (data.total > 0 && found === 0) throw new Error(`${what}: page ${pageNum} is empty`)
  const processor = (await processorSince(before)) / (times + 1)
  const sorted = took.toSorted((a, b) => a - b)
  const median = sorted[sorted.length >> 1]!
  const line = {
    what: `${what} (total ${data.total.toLocaleString('en')}${data.isTotalCapped ? '+' : ''})`,
    value: `${processor.toFixed(1)} ms of processor, took ${median.toFixed(1)} ms (${sorted[0]!.toFixed(1)} to ${sorted.at(-1)!.toFixed(1)})`,
    goal: `≤ ${goal} ms`,
    met: processor <= goal,
  }
  process.stderr.write(`${line.what}: ${line.value}\n`)
  return line
}

/** Nanoseconds of processor time used so far, by process: this one, and those of PostgreSQL. */
async function processorTimes(): Promise<Map<number, number>> {
  const { rows: backends } = await database.db.execute<{ pid: number }>(
    sql`select pid from pg_stat_activity`,
  )
  const { user, system } = process.cpuUsage()
  const used = backends.map(
    ({ pid }) =>
      [pid, Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0])] as const,
  )
  return new Map([[process.pid, (user + system) * 1_000], ...used])
}

/** Estimated milliseconds that a call takes on an idle machine. */
async function processorSince(before: Map<number, number>): Promise<number> {
  const now = [...(await processorTimes())]
  return now.reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? 0), 0) / 1e6
}

type Answer = {
  success: boolean
  msg: string
  data: { total: number; isTotalCapped?: boolean; rows: object[] }
}

async function ask(query: Query): Promise<Answer> {
  const path = `/api${benchTerms.calls.page.path}?${toQuery(query)}`
  const response = await fetch(address + path, {
    headers: { ...signedByToken(token), 'x-forwarded-for': '198.51.100.7' },
  })
  const answer = (await response.json()) as Answer
  if (!answer.success) throw new Error(`${path}: ${answer.msg}`)
  return answer
}

async function filledOwner(db: Db): Promise<string> {
  const { rows: owners } = await db.execute<{ id: string }>(
    sql`select user_id::text as id from users where username = 'collections'`,
  )
  if (owners[0]) return owners[0].id
  process.stderr.write(`Writing ${rows.toLocaleString('en')} rows …\n`)
  const { ownerId: owner } = await insertBulkOwner(db, 'collections', 'nobody signs in')
  await createTables(db, { benchTerms: collectionTables['benchTerms']! })
  await transaction(db, (tx) => fill(tx, owner), { isLong: true })
  // The pool's connections have a timeout, and no transaction vacuums.
  const client = new Client({ connectionString: process.env['DATABASE_URL'] })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
  return owner
}

async function fill(db: Db, owner: string): Promise<void> {
  await db.execute(sql`set local statement_timeout = 0`)
  await db.execute(sql`set local maintenance_work_mem = '256MB'`)
  for (let from = 1; from <= rows; from += 100_000)
    await db.execute(sql`insert into bench_terms (owner_id, created_at, source_term, target_term,
        source_lang_code, target_lang_code, case_sensitive, note)
      select ${owner}::bigint, now() - (${rows} - n) * interval '1 minute',
        case when n % 5 = 0 then 'word' else 'term' end || ' '
          || case when n % 10 = 3 then 'tenth ' else '' end
          || case when n % 20 = 7 then 'twentieth ' else '' end
          || case when n % 100 = 9 then 'hundredth ' else '' end || substr(md5(n::text), 1, 8) || ' ' || n,
        case when n % 10000 = 11 then '云服务器' else '译文' end || n % 1000,
        case when n % 5 = 1 then 'ja' else 'en' end,
        case when n % 1000 = 13 then 'sw' when n % 5 = 1 then 'de' else 'zh' end, n % 2 = 0,
        case when n % 3 = 0 then 'note ' || n end
      from generate_series(${from}::int, ${from + 99_999}::int) n`)
  await db.execute(sql`insert into collection_counts (owner_id, collection, scope_id, rows)
    values (${owner}::bigint, 'benchTerms', 0, ${rows})`)
}
