/** The loop under every background job: rounds one after another, back-off, shutdown. */
import { type Log, errorFields } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Tracing } from '#server/platform/tracing.ts'

export type Job = {
  /** Name in metrics. */
  name: string
  /** Log event of a failed round. */
  failureEvent: string
  /** Milliseconds before the first round. */
  firstDelay: number
  /** Milliseconds between rounds. */
  interval: number
  /** Milliseconds after a failed round; doubled with each further failure, up to `interval`. */
  retryDelay?: number
  /** A round that is not ready is skipped. */
  isReady?: () => boolean
  /**
   * One round; may return the milliseconds until the next. Several processes run the same job, so a
   * round leases its work by row or advisory locks. Long rounds end early once `isStopping`.
   */
  round: (isStopping: () => boolean) => Promise<number | void>
  /** Cancels a round that would delay shutdown; its failure is expected and not logged. */
  cancel?: () => Promise<void>
}

export type RunningJob = {
  /** Starts the next round within these milliseconds, or after a round in progress. */
  wakeWithin: (ms: number) => void
  /** Starts no further round and waits for one in progress. */
  stop: () => Promise<void>
}

/** Dependencies of every job. */
export type JobDeps = {
  log: Pick<Log, 'error'>
  metrics: Pick<Metrics, 'round'>
  tracing: Pick<Tracing, 'span'>
}

export function startJob(job: Job, { log, metrics, tracing }: JobDeps): RunningJob {
  let timer: ReturnType<typeof setTimeout> | undefined
  let startsAt = Infinity
  let running: Promise<void> | undefined
  let isRunning = false
  let isStopped = false
  let wakeAfterRound = Infinity
  let failures = 0

  const scheduleRound = (ms: number) => {
    if (isStopped) return
    clearTimeout(timer)
    startsAt = performance.now() + ms
    timer = setTimeout(() => void (running = runRound()), ms)
  }
  const runRound = async () => {
    isRunning = true
    wakeAfterRound = Infinity
    const next = await runMeasured()
    isRunning = false
    scheduleRound(Math.min(next, wakeAfterRound))
  }
  const runMeasured = async (): Promise<number> => {
    if (job.isReady?.() === false) return job.interval
    const startedAt = performance.now()
    const measure = (failed: boolean) =>
      metrics.round(job.name, { failed, seconds: (performance.now() - startedAt) / 1_000 })
    try {
      const next = await tracing.span(`job ${job.name}`, {}, () => job.round(() => isStopped))
      failures = 0
      measure(false)
      return next ?? job.interval
    } catch (reason) {
      if (!isStopped) measure(true)
      if (!(isStopped && job.cancel)) log.error(job.failureEvent, errorFields(reason))
      const { retryDelay = job.interval } = job
      return Math.min(retryDelay * 2 ** failures++, Math.max(retryDelay, job.interval))
    }
  }
  scheduleRound(job.firstDelay)
  return {
    wakeWithin(ms) {
      if (isRunning) wakeAfterRound = Math.min(wakeAfterRound, ms)
      else if (startsAt > performance.now() + ms) scheduleRound(ms)
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      if (isRunning) await job.cancel?.().catch(() => {})
      await running
    },
  }
}
