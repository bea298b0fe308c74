/** The loop of background jobs: back-off, early rounds and shutdown. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startJob, type Job } from '#server/platform/job-loop.ts'
import { noMetrics } from '#server/platform/metrics.ts'
import { noTracing } from '#server/platform/tracing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function jobOf(job: Partial<Job>) {
  const errors: string[] = []
  const running = startJob(
    {
      name: 'test',
      failureEvent: 'round failed',
      firstDelay: 0,
      interval: 8_000,
      round: async () => {},
      ...job,
    },
    { log: { error: (event) => void errors.push(event) }, metrics: noMetrics, tracing: noTracing },
  )
  return { ...running, errors }
}

test('failing rounds are logged and retried with growing delays, which a success resets', async () => {
  const rounds: number[] = []
  const startedAt = Date.now()
  let isBroken = true
  const job = jobOf({
    retryDelay: 1_000,
    async round() {
      rounds.push(Date.now() - startedAt)
      if (isBroken) throw new Error('no database')
    },
  })
  await vi.advanceTimersByTimeAsync(24_000)
  expect(rounds).toEqual([0, 1_000, 3_000, 7_000, 15_000, 23_000])
  expect(job.errors).toEqual(rounds.map(() => 'round failed'))
  isBroken = false
  await vi.advanceTimersByTimeAsync(8_000)
  isBroken = true
  await vi.advanceTimersByTimeAsync(9_000)
  expect(rounds.slice(6)).toEqual([31_000, 39_000, 40_000])
  await job.stop()
})

test('wakeWithin starts a round early, also when called during a round', async () => {
  const rounds: number[] = []
  const startedAt = Date.now()
  const job = jobOf({
    async round() {
      rounds.push(Date.now() - startedAt)
      if (rounds.length === 2) job.wakeWithin(100)
    },
  })
  await vi.advanceTimersByTimeAsync(1_000)
  job.wakeWithin(500)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(rounds).toEqual([0, 1_500, 1_600])
  await job.stop()
  job.wakeWithin(0)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(rounds).toHaveLength(3)
})

test('a job that is not ready waits, and runs once it is ready', async () => {
  let isReady = false
  const round = vi.fn(async () => {})
  const job = jobOf({ isReady: () => isReady, round })
  await vi.advanceTimersByTimeAsync(7_000)
  expect(round).not.toHaveBeenCalled()
  isReady = true
  await vi.advanceTimersByTimeAsync(1_000)
  expect(round).toHaveBeenCalledOnce()
  await job.stop()
})

test('stopping cancels a round, waits for its end and does not log its error', async () => {
  let end = (_reason: Error) => {}
  let isOver = false
  const job = jobOf({
    async round(isStopping) {
      await new Promise<void>((_, reject) => (end = reject)).finally(() => (isOver = true))
      expect(isStopping()).toBe(true)
    },
    cancel: async () => end(new Error('cancelled')),
  })
  await vi.advanceTimersByTimeAsync(0)
  await job.stop()
  expect(isOver).toBe(true)
  expect(job.errors).toEqual([])
})
