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
import { readLedgerState } from '#server/features/ledger/reconciliation/queries.ts'
import { ApiError } from '#server/http/errors.ts'
import { withTimeout } from '#server/platform/timeout.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { AppContext } from '#server/http/request-context.ts'

type Deps = Pick<
  Dependencies,
  'db' | 'log' | 'clock' | 'isClockTrusted' | 'isDraining' | 'settings' | 'ping'
>
type ReadinessCheck = {
  /** Milliseconds for which a success is cached. */
  cacheFor: number
  /** The process is not ready if this resolves to false or rejects. */
  run: (deps: Deps, checkableSince: LedgerCheckableSince) => Promise<boolean>
  /** Whether the ledger cannot be checked while this check fails. */
  isBasic?: boolean
}
/** Since when the process can check the ledger: its start, or the end of an outage. */
type LedgerCheckableSince = { at: Date }

/**
 * Milliseconds. `timeout`: of one check; `failureCacheFor`: how long a failure is cached;
 * `maxLedgerAge`: maximum age of the last ledger check, which runs every minute.
 */
const limits = { timeout: 3_000, failureCacheFor: 500, maxLedgerAge: 5 * 60_000 }

/** Checks by their names in the log. */
const checks: Readonly<Record<string, ReadinessCheck>> = {
  database: { cacheFor: 500, isBasic: true, run: async ({ ping }) => (await ping(), true) },
  writes: {
    cacheFor: 5_000,
    isBasic: true,
    run: async ({ db }) => (await writeHeartbeat(db), true),
  },
  clock: { cacheFor: 0, run: async ({ isClockTrusted }) => isClockTrusted() },
  ledger: { cacheFor: 0, run: checkLedger },
}

/**
 * Answers `GET /readyz`: 200 if all checks pass and the process is not about to end, otherwise 503.
 * The response has no details, since it is public; the log names failing checks. Concurrent
 * requests share one run of each check.
 */
export function createReadinessCheck(deps: Deps): (c: AppContext) => Promise<EncodedResponse> {
  const checkableSince: LedgerCheckableSince = { at: deps.clock() }
  const runs = Object.entries(checks).map(([name, check]) =>
    shareRuns(name, check, deps, checkableSince),
  )
  return async (c) => {
    const lang = langOfRequest(c)
    const results = deps.isDraining() ? [false] : await Promise.all(runs.map((run) => run()))
    if (results.every(Boolean)) return encodeSuccess(lang, { ok: true })
    const { body, ...rest } = encodeError(lang, new ApiError('serverError', { status: 503 }))
    return {
      ...rest,
      body: JSON.stringify({ ...(JSON.parse(body) as object), data: { ok: false } }),
    }
  }
}

/**
 * Shares one run among concurrent requests. Logs when the check starts failing, fails for another
 * reason and passes again.
 */
function shareRuns(
  name: string,
  { cacheFor, run, isBasic }: ReadinessCheck,
  deps: Deps,
  checkableSince: LedgerCheckableSince,
): () => Promise<boolean> {
  let last: { at: number; result: Promise<boolean> } | undefined
  let isRunning = false
  let failing: string | undefined
  const reportResult = (reason: string | undefined) => {
    if (reason === failing) return
    failing = reason
    if (reason === undefined && isBasic) checkableSince.at = deps.clock()
    if (reason === undefined) deps.log.info('readiness check passes again', { check: name })
    else deps.log.error('readiness check failed', { check: name, reason })
  }
  const start = async (): Promise<boolean> => {
    isRunning = true
    const work = run(deps, checkableSince).finally(() => (isRunning = false))
    try {
      const result = await withTimeout(
        work,
        limits.timeout,
        `No result within ${limits.timeout} ms.`,
      )
      reportResult(result ? undefined : 'it ran and found that the process is not ready')
      return result
    } catch (reason) {
      reportResult(describeError(reason))
      return false
    }
  }
  return () => {
    const now = deps.clock().getTime()
    const age = failing === undefined ? cacheFor : Math.min(cacheFor, limits.failureCacheFor)
    // A hanging check is not started a second time; its first requester got a timeout.
    if (!last || (!isRunning && Math.abs(now - last.at) >= age)) last = { at: now, result: start() }
    return last.result
  }
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
 * Findings concern single accounts and do not make the process unready; a ledger check that no
 * longer runs does.
 */
async function checkLedger(
  { db, clock, settings }: Deps,
  checkableSince: LedgerCheckableSince,
): Promise<boolean> {
  const { lastRunAt } = await readLedgerState(db, settings.timeZone)
  const since = Math.max(checkableSince.at.getTime(), lastRunAt?.getTime() ?? 0)
  return clock().getTime() - since <= limits.maxLedgerAge
}
