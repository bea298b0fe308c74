/** Leases of queued documents: one process works on each, and another goes on when it dies. */
import { and, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { DocumentState } from '#contract/documents.ts'
import { documentJobs, documents } from '#server/features/documents/table.ts'
import type { DocumentKey } from '#server/features/documents/stored-files.ts'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { renewReservation } from '#server/features/ledger/index.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import type { Db } from '#server/platform/db/open.ts'

/** Milliseconds for which a lease holds, and after which it is renewed. */
export const leaseTimes = { held: 30_000, renewal: 10_000 }

/** Documents of an account group that are translated at once, by all processes. */
const maxOfOwner = 2

export type Lease = DocumentKey & { leaseId: string; attempts: number }

/**
 * Work on a leased document. `signal`: aborted, with an error to throw, when the process stops or
 * has lost the lease. `onProgress`: called after each batch.
 */
export type DocumentWork = { lease: Lease; signal: AbortSignal; onProgress: () => void }

/** Thrown when another process has the document, or when it is deleted. */
export class LeaseLost extends Error {}

/**
 * Leases the next document: of the account groups with the fewest in work, the one that waits
 * longest. Processes that lease at once may exceed `maxOfOwner`. Undefined if none waits.
 */
export async function leaseDocument(db: Db, now: Date): Promise<Lease | undefined> {
  for (;;) {
    const candidates = await findWaiting(db, now)
    if (candidates.length === 0) return undefined
    for (const key of candidates) {
      const lease = await tryToLease(db, key, now)
      if (lease) return lease
    }
    // Other processes have leased all of them.
  }
}

async function findWaiting(db: Db, now: Date): Promise<DocumentKey[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await db.execute<{ ownerId: string; documentId: string }>(
    sql`with busy as (select owner_id, count(*) as n from ${documentJobs} where queued_at is not null and lease_id is not null and leased_until > ${at} group by 1)
      select j.owner_id::text as "ownerId", j.document_id::text as "documentId" from ${documentJobs} j left join busy b on b.owner_id = j.owner_id
      where j.queued_at is not null and (j.leased_until is null or j.leased_until <= ${at}) and coalesce(b.n, 0) < ${maxOfOwner}
        and ${acrossOwners('a background job translates for all owners')}
      order by coalesce(b.n, 0), j.queued_at, j.document_id limit 8`,
  )
  return rows
}

async function tryToLease(db: Db, key: DocumentKey, now: Date): Promise<Lease | undefined> {
  const leaseId = crypto.randomUUID()
  const [leased] = await db
    .update(documentJobs)
    .set({ leaseId, leasedUntil: leaseEnd(now), attempts: sql`${documentJobs.attempts} + 1` })
    .where(
      and(
        isJob(key),
        isNotNull(documentJobs.queuedAt),
        or(isNull(documentJobs.leasedUntil), lte(documentJobs.leasedUntil, now)),
      ),
    )
    .returning({ attempts: documentJobs.attempts })
  return leased && { ...key, leaseId, attempts: leased.attempts }
}

const leaseEnd = (now: Date) => new Date(now.getTime() + leaseTimes.held)

export const isJob = ({ ownerId, documentId }: DocumentKey) =>
  and(eq(documentJobs.ownerId, ownerId), eq(documentJobs.documentId, documentId))

/** Renews also the reservation of the characters. Throws LeaseLost. */
export async function renewLease(db: Db, lease: Lease, now: Date): Promise<void> {
  const { reservation } = await changeLeased(db, lease, { leasedUntil: leaseEnd(now) })
  if (reservation) await renewReservation(db, reservation, now)
}

/**
 * `delay`: milliseconds after which another attempt may begin. `isCounted`: it counts towards those
 * after which the document fails.
 */
type EndOfLease = { delay: number; isCounted: boolean }

/** Throws LeaseLost. */
export async function endLease(
  db: Db,
  lease: Lease,
  now: Date,
  options: EndOfLease,
): Promise<void> {
  await changeLeased(db, lease, endOfLease(lease, now, options))
}

export const endOfLease = (
  { attempts }: Lease,
  now: Date,
  { delay, isCounted }: EndOfLease,
): JobChanges => ({
  leaseId: null,
  leasedUntil: new Date(now.getTime() + delay),
  reservation: null,
  ...(!isCounted && { attempts: attempts - 1 }),
})

/** `reservation`: of the characters for the work. Throws LeaseLost. */
export async function findLeased(
  db: Db,
  lease: Lease,
): Promise<Pick<typeof documentJobs.$inferSelect, 'reservation' | 'problem'>> {
  const [job] = await db
    .select({ reservation: documentJobs.reservation, problem: documentJobs.problem })
    .from(documentJobs)
    .where(isLeased(lease))
  if (!job) throw new LeaseLost()
  return job
}

const isLeased = (lease: Lease) => and(isJob(lease), eq(documentJobs.leaseId, lease.leaseId))

/**
 * Changes the work on a document and the document itself while the lease holds. Locks the document
 * first, as its deletion does. Requires a transaction. Throws LeaseLost.
 */
export async function changeLeasedDocument(
  tx: Db,
  lease: Lease,
  job: JobChanges,
  document?: { state: DocumentState; sourceLangCode?: string },
): Promise<void> {
  const isDocument = and(eq(documents.ownerId, lease.ownerId), eq(documents.id, lease.documentId))
  const locked = document
    ? await tx
        .update(documents)
        .set({ ...document, version: sql`${documents.version} + 1` })
        .where(isDocument)
        .returning({ id: documents.id })
    : await tx.select({ id: documents.id }).from(documents).where(isDocument).for('key share')
  if (locked.length === 0) throw new LeaseLost()
  await changeLeased(tx, lease, job)
}

type JobChanges = PgUpdateSetSource<typeof documentJobs>

/** Changes the work on a document while the lease holds. Throws LeaseLost. */
export async function changeLeased(
  db: Db,
  lease: Lease,
  set: JobChanges,
): Promise<Pick<typeof documentJobs.$inferSelect, 'reservation'>> {
  const [changed] = await db
    .update(documentJobs)
    .set(set)
    .where(isLeased(lease))
    .returning({ reservation: documentJobs.reservation })
  if (!changed) throw new LeaseLost()
  return changed
}
