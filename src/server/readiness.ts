/** Readiness: named checks that decide whether this process receives requests. */
import { sql } from 'drizzle-orm'
import {
  encodeSuccess,
  langOfRequest,
  encodeError,
  type EncodedResponse,
} from '#server/http/response.ts'
import { transaction } from '#server/platform/db/db.ts'
import { describeError } from '#server/platform/log.ts'
import { ledgerState } from '#server/features/ledger/reconciliation/queries.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { AppContext } from '#server/http/request-context.ts'

type Deps = Pick<Dependencies, 'db' | 'log' | 'clock' | 'isClockTrusted' | 'settings' | 'ping'>
/** `ready`: whether the process should receive requests; the details are for operators. */
export type CheckResult = {
  ready: boolean
  details?: Readonly<Record<string, string | number | boolean | null>>
}
type Check = {
  /** Milliseconds for which a result is cached. */
  reuse: number
  /** A rejection means not ready. `startedAt`: when this process started. */
  run: (deps: Deps, startedAt: Date) => Promise<CheckResult>
}

/** Milliseconds. `ledger`: maximum age of the last ledger check, which runs every minute. */
const limits = { timeout: 3_000, ledger: 5 * 60_000 }

/** Each is a field of the details. */
const checks: Readonly<Record<string, Check>> = {
  database: { reuse: 500, run: async ({ ping }) => (await ping(), { ready: true }) },
  writes: { reuse: 5_000, run: async ({ db }) => (await writeHeartbeat(db), { ready: true }) },
  clock: { reuse: 0, run: async ({ isClockTrusted }) => ({ ready: isClockTrusted() }) },
  ledger: { reuse: 0, run: checkLedger },
}

/**
 * Answers `GET /readyz`: 200 if all checks pass, otherwise 503. Concurrent requests share one run
 * of each check; only local requests see the details.
 */
export function readiness(deps: Deps): (c: AppContext) => Promise<EncodedResponse> {
  const startedAt = deps.clock()
  const runs = Object.entries(checks).map(
    ([name, check]) => [name, reused(name, check, deps, startedAt)] as const,
  )
  return async (c) => {
    const results = await Promise.all(runs.map(async ([name, run]) => [name, await run()] as const))
    const ok = results.every(([, { ready }]) => ready)
    const details = results.map(
      ([name, { ready, details }]) => [name, { ok: ready, ...details }] as const,
    )
    const data = { ok, ...(isLocal(c) && Object.fromEntries(details)) }
    const lang = langOfRequest(c)
    if (ok) return encodeSuccess(lang, data)
    const { body, ...rest } = encodeError(lang, new ApiError('serverError', { status: 503 }))
    return { ...rest, body: JSON.stringify({ ...(JSON.parse(body) as object), data }) }
  }
}

/**
 * Shares one run among concurrent requests. Logs when the check starts failing, fails for another
 * reason and passes again.
 */
function reused(
  name: string,
  { reuse, run }: Check,
  deps: Deps,
  startedAt: Date,
): () => Promise<CheckResult> {
  let last: { at: number; result: Promise<CheckResult> } | undefined
  let pending = false
  let failing: string | undefined
  const note = (reason: string | undefined) => {
    if (reason === failing) return
    failing = reason
    if (reason === undefined) deps.log.info('readiness check passes again', { check: name })
    else deps.log.error('readiness check failed', { check: name, reason })
  }
  const start = async (): Promise<CheckResult> => {
    pending = true
    const work = run(deps, startedAt).finally(() => (pending = false))
    try {
      const result = await withTimeout(work)
      note(result.ready ? undefined : 'it ran and found that the process is not ready')
      return result
    } catch (reason) {
      note(describeError(reason))
      return { ready: false }
    }
  }
  return () => {
    const now = deps.clock().getTime()
    // A hanging check is not started a second time; its first requester got a timeout.
    if (!last || (!pending && Math.abs(now - last.at) >= reuse)) last = { at: now, result: start() }
    return last.result
  }
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`No result within ${limits.timeout} ms.`)),
      limits.timeout,
    )
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/**
 * Inserts a row of nearly a page and deletes it, which frees no space: the next heartbeat needs a
 * new page, so that a full disk fails it. Autovacuum truncates the table.
 */
async function writeHeartbeat(db: Dependencies['db']): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows } = await tx.execute<{ place: string }>(
      sql`insert into heartbeats (at, filler) values (clock_timestamp(), decode(repeat('00', 7900), 'hex')) returning ctid::text as place`,
    )
    await tx.execute(sql`delete from heartbeats where ctid = ${rows[0]!.place}::tid`)
  })
}

/**
 * Findings concern single accounts and do not make the process unready; a check that no longer runs
 * does.
 */
async function checkLedger({ db, clock, settings }: Deps, startedAt: Date): Promise<CheckResult> {
  const { lastRunAt, ...state } = await ledgerState(db, settings.timeZone)
  const since = Math.max(startedAt.getTime(), lastRunAt?.getTime() ?? 0)
  const ready = clock().getTime() - since <= limits.ledger
  return { ready, details: { ...state, ok: state.ok && ready } }
}

const forwarding = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
]

/** Whether the request comes from this machine directly, not through a proxy. */
function isLocal(c: AppContext): boolean {
  const address = c.env?.incoming?.socket.remoteAddress ?? ''
  return (
    /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(address) &&
    forwarding.every((name) => c.req.header(name) === undefined)
  )
}
