/**
 * What a distribution costs over HTTP, with everything that a call has to do, against the same
 * transaction by hand.
 */
import { transaction } from '#server/platform/db/db.ts'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Pool } from 'pg'
import { authToken } from '#contract/signing.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import type { Db } from '#server/platform/db/open.ts'
import { bulkOwner, bulkSubAccounts } from '#server/seed/bulk.ts'
import { lockAccounts, postEntries } from '#server/features/ledger/service.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { openSession } from '#server/auth/sessions/service.ts'
import { tokenHash } from '#server/auth/signature.ts'
import { distributeByHand, type Family } from '#tests/bench/by-hand.ts'
import type { BenchLine } from '#tests/bench/server-bench.ts'

const clients = 16
const rounds = 9
/**
 * A server runs for months: what it takes to compile its code in its first seconds is no cost of a
 * call.
 */
const roundsToWarmUp = 8
const milliseconds = 1_000
/** Sub-accounts of a family whose size must not show. */
const large = 5_000

/**
 * Sixteen clients, each with an owner of its own, then all with one owner of many sub-accounts,
 * whose account they wait for in turn.
 */
export async function distributionBench(
  services: Dependencies,
  url: string,
  port: number,
  say: (sentence: string) => void,
): Promise<BenchLine[]> {
  const pool = new Pool({ connectionString: url, max: clients })
  // PostgreSQL stops while the last connections are still closing.
  pool.on('error', () => {})
  const load = new Worker(new URL('./moves-worker.mjs', import.meta.url))
  try {
    const families: Family[] = []
    for (let index = 0; index < clients; index++)
      families.push(await newFamily(services.db, `bench${index}`))
    const tokens = await Promise.all(families.map(({ ownerId }) => sessionOf(services, ownerId)))
    const several = await compare(
      pool,
      load,
      port,
      { who: `${clients} owners`, families, tokens },
      say,
    )
    const first = <T>(list: T[]) => list.map(() => list[0]!)
    await bulkSubAccounts(services.db, {
      ownerId: families[0]!.ownerId,
      prefix: 'one',
      many: large,
      passwordHash: 'x',
    })
    const who = `one owner of ${large.toLocaleString('en')} sub-accounts`
    return [
      ...several,
      ...(await compare(
        pool,
        load,
        port,
        { who, families: first(families), tokens: first(tokens) },
        say,
      )),
    ]
  } finally {
    await load.terminate()
    await pool.end()
  }
}

type Crowd = { who: string; families: Family[]; tokens: string[] }

async function compare(
  pool: Pool,
  load: Worker,
  port: number,
  { who, families, tokens }: Crowd,
  say: (sentence: string) => void,
): Promise<BenchLine[]> {
  say(`Distributing with ${clients} clients, ${who}, ${rounds} rounds …`)
  const hand = (remembered: boolean) =>
    rateOf(families.map((family) => () => distributeByHand(pool, family, 1, remembered)))
  const http = () => rateOverHttp(load, port, tokens, families)
  for (let round = 0; round < roundsToWarmUp; round++) await http()
  const measured: Round[] = []
  for (let round = -1; round < rounds; round++)
    measured.push({ bare: await hand(false), http: await http(), hand: await hand(true) })
  const middle = (of: (round: Round) => number) =>
    measured
      .slice(1)
      .map(of)
      .toSorted((a, b) => a - b)[rounds >> 1]!
  const share = middle((round) => round.http / round.hand)
  return [
    { what: `distribution over HTTP, ${who}`, value: perSecond(middle((round) => round.http)) },
    {
      what: `the same transaction by hand, ${who}`,
      value: perSecond(middle((round) => round.hand)),
    },
    {
      what: `over HTTP / by hand, ${who}`,
      value: share.toFixed(2),
      goal: '≥ 0.60',
      met: share >= 0.6,
    },
    {
      what: `over HTTP / by hand without key and signature, ${who}`,
      value: middle((round) => round.http / round.bare).toFixed(2),
    },
  ]
}

/**
 * Transactions in a second: by hand without and with what keeps a call from being done twice, and
 * over HTTP.
 */
type Round = { bare: number; http: number; hand: number }

async function newFamily(db: Db, name: string): Promise<Family> {
  const { ownerId } = await bulkOwner(db, name, 'x')
  await transaction(db, async (tx) => {
    const locked = await lockAccounts(tx, ownerId, [ownerId])
    await postEntries(
      tx,
      locked,
      [{ userId: ownerId, logType: 'SYS_ADJUST', change: { chars: 1_000_000_000 } }],
      new Date(),
    )
  })
  const { rows } = await db.execute<{
    user_id: string
  }>(`with made as (insert into users (owner_id, account, password_hash)
    values (${ownerId}, '${name}sub', 'x') returning user_id) insert into balances (owner_id, user_id) select ${ownerId}, user_id from made returning user_id`)
  return { ownerId, subId: rows[0]!.user_id }
}

/** A session without the cost of a password; tells its token. */
export async function sessionOf(
  { db, crypto, clock }: Pick<Dependencies, 'db' | 'crypto' | 'clock'>,
  userId: string,
): Promise<string> {
  const token = authToken(crypto.md5, { sk: crypto.random(32), userId })
  await openSession(
    db,
    {
      tokenHash: tokenHash(token, crypto),
      ownerId: userId,
      userId,
      clientType: 'web',
      ip: '192.0.2.1',
    },
    clock(),
  )
  return token
}

const perSecond = (rate: number) => `${Math.round(rate).toLocaleString('en')}/s`

async function rateOf(works: (() => Promise<void>)[]): Promise<number> {
  const began = performance.now()
  let done = 0
  const one = async (work: () => Promise<void>) => {
    while (performance.now() - began < milliseconds) {
      await work()
      done += 1
    }
  }
  await Promise.all(works.map(one))
  return (done / (performance.now() - began)) * 1_000
}

async function rateOverHttp(
  load: Worker,
  port: number,
  tokens: string[],
  families: Family[],
): Promise<number> {
  const bodies = families.map(({ subId }) =>
    JSON.stringify({ childUserId: subId, changeCharNum: 1 }),
  )
  const began = performance.now()
  load.postMessage({
    port,
    path: `/api${subAccounts.distribute.path}`,
    tokens,
    bodies,
    milliseconds,
  })
  const [done] = (await once(load, 'message')) as [{ well: number; badly: number }]
  if (done.badly > 0) throw new Error(`${done.badly} distributions were refused.`)
  return (done.well / (performance.now() - began)) * 1_000
}
