/**
 * The pay flow as the specification tells it (4.8): when it asks, what it does on closing, and what
 * stops it.
 */
import { expect, test } from 'vitest'
import { hasTime, leastTime, streamedPoll } from '#console/features/checkout/machine.ts'
import { times } from '#contract/limits.ts'
import { created, form, happen, order, pass, start, waits } from '#tests/support/pay-run.ts'

test('is asked for every 500 ms until the time is up, 599 times and never again', () => {
  const run = start()
  created(run)
  pass(run, times.payModal - 1, waits)
  expect(run.state.at).toBe('watching')
  pass(run, times.payModal, waits)
  expect(run.state.at).toBe('question')
  expect(hasTime(run.state, run.now)).toBe(false)
  pass(run, 2 * times.payModal, waits)
  expect(run.asked.map(({ at }) => at)).toEqual(
    Array.from({ length: 599 }, (_, at) => (at + 1) * times.orderPoll),
  )
})

test('a slow answer is waited for, and the next question follows at once', () => {
  const run = start()
  created(run)
  pass(run, 10_000, { delay: 2_000, event: { is: 'checked', status: 'W' } })
  expect(run.asked.map(({ at }) => at)).toEqual([500, 2_500, 4_500, 6_500, 8_500])
})

test('failures make it ask less often, a good answer makes it forget them', () => {
  const run = start()
  created(run)
  pass(run, 12_000, { delay: 0, event: { is: 'checkFailed', error: 'lost' } })
  expect(run.asked.map(({ at }) => at)).toEqual([500, 1_000, 2_000, 4_000, 8_000])
  pass(run, 17_000, { delay: 0, event: { is: 'checked', status: 'W' } })
  expect(run.asked.slice(5).map(({ at }) => at)).toEqual([16_000, 16_500, 17_000])
})

test('a server that wants to be left alone is', () => {
  const run = start()
  created(run)
  pass(run, 7_400, { delay: 0, event: { is: 'checkFailed', error: 'busy', wait: 7_000 } })
  expect(run.asked.map(({ at }) => at)).toEqual([500])
})

test('a hidden tab asks nothing; once seen again it asks at once', () => {
  const run = start()
  created(run)
  pass(run, 1_200, waits)
  happen(run, { is: 'hidden' })
  pass(run, 60_123, waits)
  for (const is of ['told', 'close', 'stay', 'tick'] as const) happen(run, { is })
  expect(run.asked).toHaveLength(2)
  happen(run, { is: 'shown' })
  expect(run.asked.at(-1)).toEqual({ at: 60_123, by: 'shown' })
  pass(run, 61_000, waits)
  expect(run.asked.at(-1)).toEqual({ at: 60_623, by: 'tick' })
})

test('a tab that was hidden when the time ran out asks once when it is seen again', () => {
  const run = start()
  created(run)
  happen(run, { is: 'hidden' })
  pass(run, times.payModal + 5_000)
  expect(run.state.at).toBe('question')
  happen(run, { is: 'shown' })
  happen(run, { is: 'checked', status: 'P' })
  expect(run.state.at).toBe('paid')
  expect(run.effects).toEqual(['check', 'succeed'])
})

test('an open notice stream slows the asking down; what it tells is asked about at once', () => {
  const run = start()
  created(run)
  happen(run, { is: 'streamOpened' })
  pass(run, streamedPoll + 1_000, waits)
  expect(run.asked.map(({ at }) => at)).toEqual([streamedPoll])
  happen(run, { is: 'told' })
  expect(run.asked.at(-1)).toEqual({ at: streamedPoll + 1_000, by: 'told' })
  happen(run, { is: 'checked', status: 'W' })
  happen(run, { is: 'streamClosed' })
  expect(run.asked).toHaveLength(3)
})

test('what is told while a question is under way is asked about after its answer', () => {
  const run = start()
  created(run)
  pass(run, 500)
  happen(run, { is: 'told' })
  expect(run.asked).toHaveLength(1)
  happen(run, { is: 'checked', status: 'W' })
  expect(run.asked).toHaveLength(2)
})

test('closing asks; what was paid is looked for at the gateway first, then asked once more, and then it stops', () => {
  const run = start()
  created(run)
  pass(run, 1_000, waits)
  happen(run, { is: 'close' })
  expect(run.state.at).toBe('question')
  happen(run, { is: 'recharged' })
  expect(run.effects.at(-1)).toBe('flush')
  pass(run, 20_000, waits)
  const before = run.asked.length
  happen(run, { is: 'flushed' })
  expect(run.asked).toHaveLength(before + 1)
  happen(run, { is: 'checked', status: 'W' })
  expect(run.state.at).toBe('notFound')
  pass(run, times.payModal, waits)
  expect(run.asked).toHaveLength(before + 1)
})

test('what was not found, or closed, is asked about again when there is a reason, and then it is true', () => {
  for (const status of ['W', 'T'] as const) {
    const run = start()
    created(run)
    happen(run, { is: 'close' })
    happen(run, { is: 'recharged' })
    happen(run, { is: 'flushed' })
    happen(run, { is: 'checked', status })
    expect(run.state.at).toBe(status === 'W' ? 'notFound' : 'closed')
    const before = run.asked.length
    pass(run, 60_000, waits)
    expect(run.asked).toHaveLength(before)
    happen(run, { is: 'told' })
    expect(run.asked).toHaveLength(before + 1)
    happen(run, { is: 'checked', status: 'P' })
    expect(run.state.at).toBe('paid')
  }
})

test('an answer from before the gateway was asked does not count as the answer after it', () => {
  const run = start()
  created(run)
  pass(run, 500)
  happen(run, { is: 'close' })
  happen(run, { is: 'recharged' })
  happen(run, { is: 'flushed' })
  expect(run.asked).toHaveLength(1)
  happen(run, { is: 'checked', status: 'W' })
  expect([run.state.at, run.asked.length]).toEqual(['checking', 2])
  happen(run, { is: 'checked', status: 'P' })
  expect(run.state.at).toBe('paid')
})

test('while it is asked whether it was paid, a payment is still seen', () => {
  const run = start()
  created(run)
  happen(run, { is: 'close' })
  pass(run, 500)
  happen(run, { is: 'checked', status: 'P' })
  expect(run.state.at).toBe('paid')
})

test('not recharged stops it, and an answer that comes later changes nothing', () => {
  const run = start()
  created(run)
  pass(run, 500)
  happen(run, { is: 'close' })
  happen(run, { is: 'notRecharged' })
  happen(run, { is: 'checked', status: 'P' })
  expect(run.state.at).toBe('stopped')
  expect(run.effects).not.toContain('succeed')
})

test('a form is handed over and nothing is asked; coming back from the cashier asks both the server and the payer', () => {
  const run = start()
  happen(run, { is: 'created', order: form })
  expect([run.state.at, run.effects]).toEqual(['handedOver', ['handOver']])
  pass(run, 60_000)
  expect(run.asked).toEqual([])
  happen(run, { is: 'returned' })
  expect([run.state.at, run.asked.length]).toEqual(['question', 1])
})

test('an order that timed out or was cancelled elsewhere says so', () => {
  for (const status of ['T', 'C'] as const) {
    const run = start()
    created(run)
    pass(run, 500)
    happen(run, { is: 'checked', status })
    expect(run.state).toMatchObject({ at: 'closed', status })
  }
})

test('an order that was not created is asked for again only when that is wanted', () => {
  const run = start()
  happen(run, { is: 'notCreated', error: 'no' })
  pass(run, 60_000)
  expect(run.effects).toEqual([])
  happen(run, { is: 'again' })
  expect(run.effects).toEqual(['create'])
})

test.each([
  ['as long as its order can be paid', 120_000, 120_000],
  ['no longer than any', 2 * times.payModal, times.payModal],
  ['long enough for a clock that is ahead', 1_000, leastTime],
])('a code is shown %s', (_what, until, endsAt) => {
  const run = start()
  happen(run, { is: 'created', order: { ...order, until } })
  expect(run.state).toMatchObject({ at: 'watching', endsAt })
})

test('who comes back to a page whose payment is through finds it ended, and is not sent on again', () => {
  const run = start()
  created(run)
  pass(run, 1_000, { delay: 0, event: { is: 'checked', status: 'P' } })
  expect(run.state.at).toBe('paid')
  happen(run, { is: 'returned' })
  expect(run.state.at).toBe('stopped')
  expect(run.effects.filter((effect) => effect === 'succeed')).toHaveLength(1)
})
