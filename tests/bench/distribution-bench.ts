/** Distributions over HTTP beside the same transaction sent by the driver alone. */
import { transaction } from '#server/platform/db/db.ts'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Pool } from 'pg'
import { computeAuthToken } from '#contract/signing.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import type { Db } from '#server/platform/db/open.ts'
import { insertBulkOwner, insertBulkSubAccounts } from '#tests/support/server/bulk-rows.ts'
import { lockAccounts } from '#server/features/ledger/lock-accounts.ts'
import { postEntries } from '#server/features/ledger/post-entries.ts'
import { openSession } from '#server/features/identity/sessions/open-session.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { hashToken } from '#server/http/signature.ts'
import { distributeByHand, type AccountGroup } from '#tests/bench/by-hand.ts'
import type { BenchLine } from '#tests/bench/server-bench.ts'

const clients = 16
const rounds = 9
/** Rounds in which Node compiles the server's code, which are not counted. */
const warmUpRounds = 8
/** Milliseconds. */
const roundLength = 1_000
/** Sub-accounts of an owner with many. */
const manySubAccounts = 5_000

/**
 * 16 clients, first with an owner each, then all with one owner of many sub-accounts, whose locked
 * account they wait for.
 */
export async function distributionBench(
  services: Dependencies,
  url: string,
  port: number,
  onProgress: (sentence: string) => void,
): Promise<BenchLine[]> {
  const pool = new Pool({ connectionString: url, max: clients })
  // PostgreSQL stops while the last connections are still closing.
  pool.on('error', () => {})
  const load = new Worker(new URL('./moves-worker.mjs', import.meta.url))
  try {
    const groups: AccountGroup[] = []
    for (let index = 0; index < clients; index++)
      groups.push(await createAccountGroup(services.db, `bench${index}`))
    const tokens = await Promise.all(groups.map(({ ownerId }) => sessionOf(services, ownerId)))
    const severalOwners = await compare(
      pool,
      load,
      port,
      { description: `${clients} owners`, groups, tokens },
      onProgress,
    )
    const repeatFirst = <T>(list: T[]) => list.map(() => list[0]!)
    await insertBulkSubAccounts(services.db, {
      ownerId: groups[0]!.ownerId,
      prefix: 'one',
      count: manySubAccounts,
      passwordHash: 'x',
    })
    const description = `one owner of ${manySubAccounts.toLocaleString('en')} sub-accounts`
    return [
      ...severalOwners,
      ...(await compare(
        pool,
        load,
        port,
        { description, groups: repeatFirst(groups), tokens: repeatFirst(tokens) },
        onProgress,
      )),
    ]
  } finally {
    await load.terminate()
    await pool.end()
  }
}

type Clients = { description: string; groups: AccountGroup[]; tokens: string[] }

async function compare(
  pool: Pool,
  load: Worker,
  port: number,
  { description, groups, tokens }: Clients,
  onProgress: (sentence: string) => void,
): Promise<BenchLine[]> {
  onProgress(`Distributing with ${clients} clients, ${description}, ${rounds} rounds …`)
  const byHand = (withKeys: boolean) =>
    ratePerSecond(
      roundLength,
      groups.map((group) => () => distributeByHand(pool, group, 1, withKeys)),
    )
  const http = () => rateOverHttp(load, port, tokens, groups)
  for (let round = 0; round < warmUpRounds; round++) await http()
  const measured: Round[] = []
  for (let round = -1; round < rounds; round++)
    measured.push({
      withoutKeys: await byHand(false),
      http: await http(),
      byHand: await byHand(true),
    })
  const median = (rateOfRound: (round: Round) => number) =>
    measured
      .slice(1)
      .map(rateOfRound)
      .toSorted((a, b) => a - b)[rounds >> 1]!
  const ratio = median((round) => round.http / round.byHand)
  return [
    {
      what: `distribution over HTTP, ${description}`,
      value: perSecond(median((round) => round.http)),
    },
    {
      what: `the same transaction by hand, ${description}`,
      value: perSecond(median((round) => round.byHand)),
    },
    {
      what: `over HTTP / by hand, ${description}`,
      value: ratio.toFixed(2),
      goal: '≥ 0.60',
      met: ratio >= 0.6,
    },
    {
      what: `over HTTP / by hand without key and signature, ${description}`,
      value: median((round) => round.http / round.withoutKeys).toFixed(2),
    },
  ]
}

/** Distributions a second; by hand with and without idempotency key and signature. */
type Round = { withoutKeys: number; http: number; byHand: number }

/** A new main account with 1,000,000,000 characters; returns its id. */
export async function fundedOwner(db: Db, name: string): Promise<string> {
  const { ownerId } = await insertBulkOwner(db, name, 'x')
  await fund(db, ownerId, ownerId)
  return ownerId
}

/** Gives a user 1,000,000,000 characters. */
export const fund = (db: Db, ownerId: string, userId: string): Promise<void> =>
  transaction(db, async (tx) => {
    const locked = await lockAccounts(tx, ownerId, [userId])
    await postEntries(
      tx,
      locked,
      [{ userId, logType: 'SYS_ADJUST', change: { chars: 1_000_000_000 } }],
      new Date(),
    )
  })

/** A main account with one sub-account, which has no quota. */
export async function createAccountGroup(db: Db, name: string): Promise<AccountGroup> {
  const ownerId = await fundedOwner(db, name)
  const { rows } = await db.execute<{
    user_id: string
  }>(`with created as (insert into users (owner_id, account, password_hash)
    values (${ownerId}, '${name}sub', 'x') returning user_id) insert into balances (owner_id, user_id) select ${ownerId}, user_id from created returning user_id`)
  return { ownerId, subId: rows[0]!.user_id }
}

/** Opens a session without a password and returns its token. */
export async function sessionOf(
  { db, crypto, clock }: Pick<Dependencies, 'db' | 'crypto' | 'clock'>,
  userId: string,
  ownerId = userId,
): Promise<string> {
  const token = computeAuthToken(crypto.md5, { sk: crypto.random(32), userId })
  await openSession(
    db,
    {
      tokenHash: hashToken(token, crypto),
      ownerId,
      userId,
      clientType: 'web',
      ip: '192.0.2.1',
    },
    clock(),
  )
  return token
}

const perSecond = (rate: number) => `${Math.round(rate).toLocaleString('en')}/s`

/** Repeats all functions side by side for so long; returns completions per second. */
export async function ratePerSecond(
  milliseconds: number,
  functions: (() => Promise<void>)[],
): Promise<number> {
  const began = performance.now()
  let done = 0
  const repeat = async (run: () => Promise<void>) => {
    while (performance.now() - began < milliseconds) {
      await run()
      done += 1
    }
  }
  await Promise.all(functions.map(repeat))
  return (done / (performance.now() - began)) * 1_000
}

async function rateOverHttp(
  load: Worker,
  port: number,
  tokens: string[],
  groups: AccountGroup[],
): Promise<number> {
  const bodies = groups.map(({ subId }) => JSON.stringify({ childUserId: subId, changeCharNum: 1 }))
  const began = performance.now()
  load.postMessage({
    port,
    path: `/api${subAccounts.distribute.path}`,
    tokens,
    bodies,
    milliseconds: roundLength,
  })
  const [counts] = (await once(load, 'message')) as [{ succeeded: number; failed: number }]
  if (counts.failed > 0) throw new Error(`${counts.failed} distributions were refused.`)
  return (counts.succeeded / (performance.now() - began)) * 1_000
}
