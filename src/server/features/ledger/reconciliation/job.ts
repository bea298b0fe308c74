/** Ledger reconciliation job: new rows every minute, each owner's full history once a day. */
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import {
  lastCheckName,
  ledgerChecks,
  ledgerFindings,
} from '#server/features/ledger/reconciliation/table.ts'
import { startJob, type RunningJob, type JobDeps } from '#server/platform/job-loop.ts'
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts'
import {
  findChangedOwners,
  findDueOwners,
  moveCheckpoints,
} from '#server/features/ledger/reconciliation/checkpoints.ts'
import {
  runChecks,
  checkDatabaseGuards,
  inSnapshot,
  maxReported,
  type Finding,
} from '#server/features/ledger/reconciliation/run-checks.ts'
import type { Dependencies } from '#server/dependencies.ts'

type Deps = Pick<Dependencies, 'db' | 'clock' | 'log' | 'settings'>
type CheckedCounts = { accounts: number; rows: number }

/** Findings of one owner that a round writes to the log. */
const maxLogged = 20

/** Placeholder owner for findings about the system as a whole. */
const systemOwnerId = '0'
/**
 * Owners per transaction; log rows re-checked per round; age of a full check in milliseconds before
 * it is repeated, without and with findings.
 */
const limits = {
  ownersPerBatch: 200,
  rowsPerRound: 500_000,
  recheckAfter: 86_400_000,
  recheckFindingsAfter: 600_000,
}

/**
 * Checks all new rows and some owners due for a full check. Returns undefined if another process
 * holds the lock. `onBackend` receives the PostgreSQL backend pid, so that the query can be
 * cancelled.
 */
export async function reconcile(
  deps: Deps,
  onBackend: (pid: number) => void = () => {},
): Promise<CheckedCounts | undefined> {
  const startedAt = performance.now()
  const sum = { accounts: 0, rows: 0 }
  for (let isLast = false; !isLast;) {
    const batch = await inSnapshot(deps.db, (tx) => checkBatch(tx, deps, onBackend), 'read write')
    if (!batch) return undefined
    sum.accounts += batch.accounts
    sum.rows += batch.rows
    isLast = batch.isLast
    // Saves progress per batch, so that the readiness check can distinguish a long first run from a
    // dead job.
    const check = {
      at: deps.clock(),
      ...sum,
      milliseconds: Math.round(performance.now() - startedAt),
    }
    await saveCheck(deps.db, isLast ? lastCheckName : 'batch', check)
  }
  return sum
}

async function saveCheck(
  db: Db,
  name: string,
  check: Omit<typeof ledgerChecks.$inferInsert, 'name'>,
): Promise<void> {
  await db
    .insert(ledgerChecks)
    .values({ name, ...check })
    .onConflictDoUpdate({ target: ledgerChecks.name, set: check })
}

async function checkBatch(
  tx: Db,
  deps: Deps,
  onBackend: (pid: number) => void,
): Promise<(CheckedCounts & { isLast: boolean }) | undefined> {
  const { rows } = await tx.execute<{ acquired: boolean; pid: number }>(
    sql`select pg_try_advisory_xact_lock(${advisoryLocks.reconciliation}) as acquired, pg_backend_pid() as pid`,
  )
  if (!rows[0]?.acquired) return undefined
  onBackend(rows[0].pid)
  const owners = await findChangedOwners(tx, limits.ownersPerBatch)
  const newRows = await checkOwners(tx, { owners, full: false }, deps)
  if (owners.length === limits.ownersPerBatch) return { ...newRows, isLast: false }
  const now = deps.clock().getTime()
  const due = await findDueOwners(tx, {
    before: new Date(now - limits.recheckAfter),
    beforeWithFindings: new Date(now - limits.recheckFindingsAfter),
    maxRows: limits.rowsPerRound,
  })
  const fullChecks = await checkOwners(
    tx,
    { owners: due.filter((owner) => !owners.includes(owner)), full: true },
    deps,
  )
  await replaceFindings(
    tx,
    systemOwnerId,
    await checkDatabaseGuards(tx, { full: false, zone: deps.settings.timeZone }),
    deps,
  )
  return {
    accounts: newRows.accounts + fullChecks.accounts,
    rows: newRows.rows + fullChecks.rows,
    isLast: true,
  }
}

/** An owner with a violation gets a full check, so that all its violations are reported at once. */
async function checkOwners(
  tx: Db,
  { owners, full }: { owners: string[]; full: boolean },
  deps: Deps,
): Promise<CheckedCounts> {
  if (owners.length === 0) return { accounts: 0, rows: 0 }
  const { timeZone: zone } = deps.settings
  const found = await runChecks(tx, { owners, full, zone })
  const inconsistent =
    found.length > maxReported ? owners : [...new Set(found.map(({ ownerId }) => ownerId))]
  const consistent = owners.filter((owner) => !inconsistent.includes(owner))
  if (full) for (const owner of consistent) await replaceFindings(tx, owner, [], deps)
  const counts = await moveCheckpoints(tx, { owners: consistent, full, zone }, deps.clock())
  for (const owner of inconsistent) {
    const scope = { owners: [owner], full: true, zone }
    await replaceFindings(tx, owner, await runChecks(tx, scope), deps)
    const moved = await moveCheckpoints(tx, scope, deps.clock())
    counts.accounts += moved.accounts
    counts.rows += moved.rows
  }
  return counts
}

async function replaceFindings(
  tx: Db,
  owner: string,
  found: Finding[],
  { clock, log }: Deps,
): Promise<void> {
  const deleted = await tx
    .delete(ledgerFindings)
    .where(eq(ledgerFindings.ownerId, owner))
    .returning({ sentence: ledgerFindings.sentence })
  const knownSentences = new Set(deleted.map(({ sentence }) => sentence))
  if (found.length > 0)
    await tx.insert(ledgerFindings).values(found.map((finding) => ({ ...finding, at: clock() })))
  for (const { ownerId, invariant, sentence } of found.slice(0, maxLogged)) {
    if (!knownSentences.has(sentence))
      log.error('the ledger contradicts itself', { owner: ownerId, invariant, sentence })
  }
}

/** Milliseconds before the first round and between rounds. */
const times = { first: 2_000, next: 60_000 }

/** Checks every minute, unless another process has just done so. Stopping cancels a check. */
export function startReconciliationJob(deps: Deps & JobDeps): RunningJob {
  let backend: number | undefined
  return startJob(
    {
      name: 'reconciliation',
      failureEvent: 'the ledger could not be checked',
      firstDelay: times.first,
      interval: times.next,
      async round() {
        backend = undefined
        if (!(await wasCheckedRecently(deps))) await reconcile(deps, (pid) => (backend = pid))
      },
      async cancel() {
        if (backend !== undefined) await deps.db.execute(sql`select pg_cancel_backend(${backend})`)
      },
    },
    deps,
  )
}

async function wasCheckedRecently({ db, clock }: Deps): Promise<boolean> {
  const [last] = await db
    .select({ at: ledgerChecks.at })
    .from(ledgerChecks)
    .where(eq(ledgerChecks.name, lastCheckName))
  return last !== undefined && clock().getTime() - last.at.getTime() < times.next / 2
}
