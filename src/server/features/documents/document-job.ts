/** Translates queued documents, several at once in each process. */
import { formatError } from '#server/platform/messages.ts'
import {
  changeLeasedDocument,
  endLease,
  endOfLease,
  findLeased,
  leaseDocument,
  LeaseLost,
  leaseTimes,
  renewLease,
  type Lease,
} from '#server/features/documents/lease-document.ts'
import { translateDocument } from '#server/features/documents/translate-document.ts'
import { releaseReservation } from '#server/features/ledger/index.ts'
import { ApiError, reasonWith, toApiError } from '#server/http/errors.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { isDatabaseUnavailable, isGivenUp } from '#server/platform/db/availability.ts'
import { transaction } from '#server/platform/db/db.ts'
import { startJob, type RunningJob } from '#server/platform/job-loop.ts'
import { errorFields } from '#server/platform/log.ts'

/** Documents that a process translates at once. */
const maxAtOnce = 4
/**
 * Milliseconds. `soon`: after an event that may have queued one; `afterRound`: from the last round to
 * one by such an event, since each progress of each document is one too.
 */
const intervals = { round: 5_000, soon: 20, afterRound: 1_000, progress: 1_000 }
/** Milliseconds until another attempt after an error of the server, such as a lost database. */
const retryDelay = 15_000
/**
 * Milliseconds: least and most until another attempt while the channel is busy, a quarter of the time
 * for which it has been; after `longest`, the document fails.
 */
const busyChannel = { least: 30_000, most: 600_000, longest: 6 * 3_600_000 }
/** Attempts after which a document fails that ends each process or attempt. */
const maxAttempts = 5

/** Thrown to leave the document to a later attempt; nothing is charged. */
class WorkPostponed extends Error {}

export function startDocumentJob(deps: Dependencies): RunningJob {
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  let roundAt = -Infinity
  const job = startJob(
    {
      name: 'documents',
      failureEvent: 'documents could not be looked after',
      firstDelay: intervals.soon,
      interval: intervals.round,
      isReady: deps.isClockTrusted,
      async round(isStopping) {
        roundAt = performance.now()
        while (running.size < maxAtOnce && !isStopping()) {
          const lease = await leaseDocument(deps.db, deps.clock())
          if (!lease) return
          const work = workOn(deps, lease, stopping.signal).finally(() => {
            running.delete(work)
            job.wakeWithin(0)
          })
          running.add(work)
        }
      },
    },
    deps,
  )
  const unsubscribe = deps.events.listen(({ about }) => {
    if (!about.includes('document') || running.size >= maxAtOnce) return
    const nextAt = roundAt + intervals.afterRound
    job.wakeWithin(Math.max(intervals.soon, nextAt - performance.now()))
  })
  return {
    ...job,
    /** A running call of a vendor is waited for, since its batch is paid; waits and tasks end. */
    async stop() {
      stopping.abort(new WorkPostponed())
      unsubscribe()
      await job.stop()
      await Promise.all(running)
    },
  }
}

/** Works on a document while its lease is renewed. Never rejects. */
async function workOn(deps: Dependencies, lease: Lease, stopping: AbortSignal): Promise<void> {
  const { db, clock, log, events } = deps
  const lost = new AbortController()
  const renewal = setInterval(() => {
    renewLease(db, lease, clock()).catch((reason: unknown) => {
      if (reason instanceof LeaseLost) lost.abort(reason)
      else log.warn('the lease of a document is not renewed', errorFields(reason))
    })
  }, leaseTimes.renewal)
  const publish = () => events.publish({ ownerId: lease.ownerId, about: ['document'] })
  let publishedAt = -Infinity
  const onProgress = () => {
    if (performance.now() - publishedAt < intervals.progress) return
    publishedAt = performance.now()
    publish()
  }
  const signal = AbortSignal.any([stopping, lost.signal])
  try {
    if (lease.attempts > maxAttempts) await fail(deps, lease, new ApiError('serverError'))
    else await translateDocument(deps, { lease, signal, onProgress })
    events.publish({
      ownerId: lease.ownerId,
      about: ['document', 'translationLog', 'usage', 'user', 'memberAccountLog'],
    })
  } catch (reason) {
    await end(deps, lease, reason).catch((failure: unknown) => {
      if (!(failure instanceof LeaseLost))
        log.warn('a document waits for the end of its lease', errorFields(failure))
    })
    publish()
  } finally {
    clearInterval(renewal)
  }
}

async function end(deps: Dependencies, lease: Lease, error: unknown): Promise<void> {
  const { db, clock, log } = deps
  if (error instanceof LeaseLost) return
  // As a call would answer: an attempt that ends with the database is not one of the document's.
  const isOfDatabase = isDatabaseUnavailable(error) || isGivenUp(error)
  const reason = isOfDatabase ? toApiError(error) : error
  if (reason instanceof WorkPostponed)
    return endLease(db, lease, clock(), { delay: 0, isCounted: false })
  if (reason instanceof ApiError) {
    if (reason.code === 'channelBusy') return waitForChannel(deps, lease)
    if (!canPass(reason)) return fail(deps, lease, reason)
    return endLease(db, lease, clock(), { delay: retryDelay, isCounted: false })
  }
  log.error('a document could not be translated', {
    document: lease.documentId,
    ...errorFields(reason),
  })
  await endLease(db, lease, clock(), { delay: retryDelay, isCounted: true })
}

/**
 * Whether a later attempt may succeed without anybody’s doing. Caps of a key do not count: files are
 * deleted before many of them end.
 */
const canPass = ({ code, reason }: ApiError): boolean =>
  code === 'changedElsewhere' ||
  code === 'unavailable' ||
  (code === 'tooManyRequests' && reason === undefined)

/** Puts the document back into the queue, or fails it after hours. Throws LeaseLost. */
async function waitForChannel(deps: Dependencies, lease: Lease): Promise<void> {
  const now = deps.clock()
  const { least, most, longest } = busyChannel
  const { problem } = await findLeased(deps.db, lease)
  const since = problem?.since ?? now.toISOString()
  const waited = now.getTime() - Date.parse(since)
  const code = 'channelBusy'
  if (waited >= longest) {
    const reason = reasonWith('documentChannelBusy', { hours: longest / 3_600_000 })
    return fail(deps, lease, new ApiError(code, { reason }))
  }
  const delay = Math.min(most, Math.max(least, waited / 4))
  await transaction(deps.db, (tx) =>
    changeLeasedDocument(
      tx,
      lease,
      {
        ...endOfLease(lease, now, { delay, isCounted: false }),
        problem: { code, reason: reasonWith('documentWaits', {}), since },
      },
      { state: 'queued' },
    ),
  )
}

/** It is not charged, and can be started again. */
async function fail(
  { db, log, clock }: Dependencies,
  lease: Lease,
  error: ApiError,
): Promise<void> {
  const { code, reason } = error
  log.info('a document was not translated', {
    document: lease.documentId,
    reason: formatError('en', error),
  })
  // In its own transaction, since a charge locks the balance before the document.
  const { reservation } = await findLeased(db, lease)
  if (reservation) await releaseReservation(db, reservation, clock())
  await transaction(db, (tx) =>
    changeLeasedDocument(
      tx,
      lease,
      {
        queuedAt: null,
        leaseId: null,
        leasedUntil: null,
        reservation: null,
        problem: { code, ...(reason && { reason }) },
      },
      { state: 'failed' },
    ),
  )
}
