/** SIGKILL under load: no acknowledged call is lost, none is applied twice. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { openDb, type Db } from '#server/platform/db/open.ts'
import { createRandom, type Random } from '#server/seed/simulation.ts'
import { fund } from '#tests/support/actors/people.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import type { Caller, ApiErrorData, Reply } from '#tests/support/server/server.ts'
import { serverProcess, type ServerProcess } from '#tests/support/server/server-process.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { budgets } from '#contract/budgets.ts'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { fapiaos } from '#contract/fapiaos.ts'
import { quotaRequests } from '#contract/quota-requests.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { translation } from '#contract/translation.ts'
import { demoDatabase } from '#tests/support/server/demo-database.ts'
import { signInDemo } from '#tests/support/actors/demo-users.ts'
import { findFapiaoTraces, invoiceOrder, type FapiaoDecision } from './fapiao-load.ts'
import {
  findOwnPackage,
  findRefundTraces,
  payOrder,
  refundOrder,
  signInStaff,
  type Ask,
  type RefundDecision,
  type RefundStaff,
  type Trace,
} from './refund-load.ts'

/** Load of the test; the full run is `KILL_OPS=10000 KILL_CLIENTS=50 KILLS=20`. */
const callCount = Number(process.env['KILL_OPS'] ?? 150)
const clientCount = Number(process.env['KILL_CLIENTS'] ?? 12)
const killCount = Number(process.env['KILLS'] ?? 2)
const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000)

const database = await demoDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'yq-kill-'))
let server: ServerProcess
const target = { api: '', now: () => Date.now() }
afterAll(async () => {
  await server.end('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
})

/** Starts the server. Returns the milliseconds until it was ready. */
async function startServer(): Promise<number> {
  const startedAt = performance.now()
  server = serverProcess(
    { ...database, DATA_DIR: dataDir, LOG_LEVEL: 'info' },
    'tests/support/server/programs/charging-server.ts',
  )
  const address = await server.address()
  const readyStatus = async () => (await fetch(`${address}/readyz`)).status
  await expect.poll(readyStatus, { timeout: 30_000 }).toBe(200)
  target.api = `${address}/api`
  return performance.now() - startedAt
}

async function signIn(account: string) {
  const caller = await signInDemo(target, account)
  return { userId: String(caller.signer!.userId), caller }
}

async function createCrowd(db: Db): Promise<Crowd> {
  const owner = await signIn('demo')
  await fund(
    db,
    { ownerId: owner.userId, userId: owner.userId, account: 'demo' },
    { chars: 100_000_000_000, voices: 1_000_000, images: 1_000_000 },
  )
  const subs = []
  for (const account of ['demosub', 'wangfang', 'emma', 'oliver88', 'sophie']) {
    const sub = await signIn(account)
    await owner.caller.call(budgets.setBudget, {
      userId: sub.userId,
      ownRule: 1,
      dailyCharNum: 100_000_000,
      monthlyCharNum: 500_000_000,
    })
    subs.push(sub)
  }
  return {
    owner: owner.caller,
    subs,
    staff: await signInStaff(db, target),
    packageId: await findOwnPackage(db, owner.userId),
    random: createRandom(seed),
  }
}

test(
  `${killCount} kill -9 during ${callCount} calls: each answered call is applied once (${seed})`,
  { timeout: 3_600_000 },
  async () => {
    await startServer()
    const { db, close } = openDb(database.DATABASE_URL, { connections: 4 })
    const crowd = await createCrowd(db)
    const killAfter = Array.from({ length: killCount }, () =>
      crowd.random.integer(Math.round(callCount * 0.05), Math.round(callCount * 0.95)),
    ).toSorted((a, b) => a - b)
    const traces: Trace[] = []
    const startTimes: number[] = []
    let next = 0
    let answeredCount = 0
    let killing = Promise.resolve()
    const killOnce = async () => {
      await server.end('SIGKILL')
      startTimes.push(await startServer())
      expect(await discrepancies(db)).toEqual([])
    }
    const client = async () => {
      while (next < callCount) {
        const index = next++
        traces.push(...(await loadCall(crowd, index).run(retryingCall(index))))
        answeredCount += 1
        if (answeredCount >= (killAfter[0] ?? Infinity)) {
          killAfter.shift()
          killing = killing.then(killOnce)
        }
      }
    }
    await Promise.all(Array.from({ length: clientCount }, client))
    await killing
    expect(startTimes).toHaveLength(killCount)
    await expectOnce(db, traces)
    await expectCapsCounted(db, crowd)
    expect(await discrepancies(db)).toEqual([])
    const report = startTimes.toSorted((a, b) => a - b).map(Math.round)
    console.log(
      `Ready again after ${report.join(', ')} ms; ${traces.length} effects were found once each.`,
    )
    await close()
  },
)

/**
 * Expects each effect of an answered call exactly as often as it should be, and no other marked
 * rows.
 */
async function expectOnce(db: Db, traces: Trace[]) {
  const { rows: transferRows } = await db.execute<{
    type: string
    mark: string
    rows: string
  }>(sql`select log_type as type, char_change::text as mark, count(*) as rows
    from account_log where user_id <> owner_id and log_type in ('DISTRIBUTION', 'RECOVERY') and manager_id is not null and abs(char_change) between 100000 and ${100_000 + callCount}
    and at > now() - interval '1 day' and transfer_id is not null group by 1, 2`)
  const { rows: translationRows } = await db.execute<{ mark: string; rows: string }>(
    sql`select target as mark, count(*) as rows from translation_log where target like 'op-%' group by 1`,
  )
  const found = [
    ...transferRows.map(({ type, mark, rows }) => `${type} ${mark} ${rows}`),
    ...translationRows.map(({ mark, rows }) => `translation ${mark} ${rows}`),
  ]
  for (const { log, logType, mark, rows } of [
    ...(await findRefundTraces(db, traces)),
    ...(await findFapiaoTraces(db, traces)),
  ])
    found.push(`${logType ?? log} ${mark} ${rows}`)
  const report = traces.map(({ log, logType, mark, rows }) => `${logType ?? log} ${mark} ${rows}`)
  expect(found.toSorted()).toEqual(report.toSorted())
}

/** Expects each cap to count what the log of translations has of the sub-account, and no more. */
async function expectCapsCounted(db: Db, { owner, subs }: Crowd) {
  for (const { userId } of subs) {
    const { rows } = await db.execute<{ month: string }>(
      sql`select coalesce(sum(chars), 0)::text as month from translation_log
        where user_id = ${userId} and at >= date_trunc('month', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`,
    )
    const budget = await owner.call(budgets.get, { userId })
    const monthly = budget.data.caps.find(({ cap }) => cap === 'monthlyCharNum')
    expect(monthly?.used).toBe(Number(rows[0]!.month))
  }
}

/** Load test clients that distribute and use quota, retry, and know the expected log rows. */
type Sub = { userId: string; caller: Caller }
type Crowd = {
  owner: Caller
  subs: Sub[]
  staff: RefundStaff
  packageId: string
  random: Random
}
type LoadCall = { name: string; run: (callWithRetry: Ask) => Promise<Trace[]> }

/** Call number `index`. Its amount contains the number, so that its rows are identifiable. */
function loadCall({ owner, subs, staff, packageId, random }: Crowd, index: number): LoadCall {
  const amount = 100_000 + index
  const sub = random.pick(subs)
  const actors = { owner, staff, packageId, target }
  const noUnits = { changeVoiceNum: 0, changeImageNum: 0 }
  const distribution = (rows: number): Trace[] => [
    { log: 'account', logType: 'DISTRIBUTION', mark: String(amount), rows },
  ]
  const loadCallOf = <E extends Endpoint>(
    name: string,
    actor: Caller,
    endpoint: E,
    input: InputOf<E>,
    expectedRows: Trace[],
  ): LoadCall => ({
    name,
    run: async (callWithRetry) =>
      (await callWithRetry(actor, endpoint, input)).success ? expectedRows : [],
  })
  switch (
    random.weighted({
      give: 25,
      many: 8,
      all: 8,
      back: 20,
      translate: 35,
      churn: 4,
      request: 8,
      refund: 6,
      fapiao: 5,
    })
  ) {
    case 'give':
      return loadCallOf(
        'give',
        owner,
        subAccounts.distribute,
        { childUserId: sub.userId, changeCharNum: amount },
        distribution(1),
      )
    case 'all':
      return loadCallOf(
        'all',
        owner,
        subAccounts.distributeAll,
        { childUserId: sub.userId, changeCharNum: amount, changeVoiceNum: 1, changeImageNum: 1 },
        distribution(1),
      )
    case 'many': {
      const chosen = subs.filter(() => random.chance(0.5)).map(({ userId }) => userId)
      const childUserIds = chosen.length > 0 ? chosen : [sub.userId]
      return loadCallOf(
        'many',
        owner,
        subAccounts.distributeMany,
        { childUserIds, changeCharNum: amount, ...noUnits },
        distribution(childUserIds.length),
      )
    }
    case 'back': {
      const expectedRows: Trace[] = [
        { log: 'account', logType: 'RECOVERY', mark: String(-amount), rows: 1 },
      ]
      return loadCallOf(
        'back',
        owner,
        subAccounts.reclaim,
        { childUserId: sub.userId, changeCharNum: amount, ...noUnits },
        expectedRows,
      )
    }
    case 'translate': {
      const expectedRows: Trace[] = [{ log: 'translation', mark: `op-${index}`, rows: 1 }]
      return loadCallOf(
        'translate',
        sub.caller,
        translation.text,
        { source: 'zh', target: `op-${index}`, text: '译'.repeat(random.integer(1, 300)) },
        expectedRows,
      )
    }
    case 'refund': {
      const decision = random.pick<RefundDecision>(['withdraw', 'decline', 'pay'])
      return {
        name: decision,
        run: async (callWithRetry) => {
          const order = await payOrder(callWithRetry, actors)
          return order ? refundOrder(callWithRetry, actors, order, decision) : []
        },
      }
    }
    case 'fapiao': {
      const decision = random.pick<FapiaoDecision>(['withdraw', 'issue', 'issueBesideRefund'])
      return {
        name: decision,
        run: async (callWithRetry) => {
          const order = await payOrder(callWithRetry, actors)
          return order ? invoiceOrder(callWithRetry, actors, order, decision) : []
        },
      }
    }
    case 'request': {
      const decide = random.pick(['grant', 'decline', 'withdraw'] as const)
      return {
        name: decide,
        run: async (callWithRetry) =>
          (await request(callWithRetry, { owner, sub, amount, decide })) ? distribution(1) : [],
      }
    }
    default:
      return { name: 'churn', run: (callWithRetry) => churn(callWithRetry, owner, index, amount) }
  }
}

/**
 * Asks for quota and decides on the request. Returns whether the quota was given: not if another
 * request of the sub-account is open, or it asked too often today.
 */
async function request(
  callWithRetry: Ask,
  {
    owner,
    sub,
    amount,
    decide,
  }: { owner: Caller; sub: Sub; amount: number; decide: 'grant' | 'decline' | 'withdraw' },
): Promise<boolean> {
  const { calls } = quotaRequests
  if (!(await callWithRetry(sub.caller, calls.ask, { charNum: amount })).success) return false
  const { data } = (await callWithRetry(sub.caller, calls.page, { state: 'open' })) as Reply<{
    rows: { id: string }[]
  }>
  const decidedBy = decide === 'withdraw' ? sub.caller : owner
  const decided = await callWithRetry(decidedBy, calls[decide], { id: data.rows[0]!.id })
  return decide === 'grant' && decided.success
}

/** Creates a sub-account, distributes quota to it and deletes it. */
async function churn(
  callWithRetry: Ask,
  owner: Caller,
  index: number,
  amount: number,
): Promise<Trace[]> {
  const account = `kx${index}`
  await callWithRetry(owner, subAccounts.create, { account, password: 'of-no-account' })
  const { data } = (await callWithRetry(owner, subAccounts.page, { account })) as Reply<{
    rows: { account: string; userId: string }[]
  }>
  // The filter also matches longer names, whose accounts other clients delete.
  const { userId } = data.rows.find((row) => row.account === account)!
  const distributed = await callWithRetry(owner, subAccounts.distribute, {
    childUserId: userId,
    changeCharNum: amount,
  })
  const removed = await callWithRetry(owner, subAccounts.remove, { userId })
  if (!removed.success)
    throw new Error(`The sub-account ${account} was not deleted: ${removed.msg}`)
  const recovery: Trace = { log: 'account', logType: 'RECOVERY', mark: String(-amount), rows: 1 }
  return distributed.success
    ? [{ log: 'account', logType: 'DISTRIBUTION', mark: String(amount), rows: 1 }, recovery]
    : []
}

const acceptedErrors = new Set(['notEnough', 'nameTaken', 'tooManyOrders'])

/** Another request for quota is open, or there were too many, or too many for fapiao, today. */
const isRequestRefusal = ({ path }: Endpoint, { success, data }: Reply) =>
  [quotaRequests.calls.ask, fapiaos.calls.ask].some((asked) => asked.path === path) &&
  !success &&
  ['alreadyExists', 'tooManyRequests'].includes((data as ApiErrorData).code)

/**
 * Retries with one idempotency key until there is a response. A taken name is due to an earlier
 * attempt with a lost response.
 */
function retryingCall(index: number): Ask {
  let step = 0
  return async (actor, endpoint, input) => {
    const key = `load-${index}-${step++}`
    for (;;) {
      const reply = await actor
        .call(endpoint, input, { 'idempotency-key': key })
        .catch(() => undefined)
      if (reply && isRequestRefusal(endpoint, reply)) return reply
      if (reply?.status === 200) {
        const code = reply.success ? undefined : (reply.data as ApiErrorData).code
        if (code !== undefined && !acceptedErrors.has(code))
          throw new Error(`${endpoint.path} was refused as ${code}: ${reply.msg}`)
        return reply
      }
      // A rate limit lets it pass later.
      if (reply && reply.status < 500 && reply.status !== 429)
        throw new Error(`${endpoint.path} was answered with ${reply.status}: ${reply.msg}`)
      await wait(20)
    }
  }
}
