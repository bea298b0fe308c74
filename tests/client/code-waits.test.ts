// @vitest-environment happy-dom
/** Waits for another mailed code: the tab's storage keeps none that has ended. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findCodeWait, removeEndedCodeWaits, setCodeWait } from '#client/code-waits.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())
const waitFor = (milliseconds: number) => ({
  endsAt: Date.now() + milliseconds,
  wasSent: true,
})

test('an address leaves the storage when its wait ends, whatever page is open then', () => {
  setCodeWait('Nora@example.com', waitFor(60_000))
  setCodeWait('omar@example.com', waitFor(90_000))
  expect(findCodeWait('nora@EXAMPLE.com')).toMatchObject({ wasSent: true })
  vi.advanceTimersByTime(60_000)
  expect(findCodeWait('nora@example.com')).toBeUndefined()
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('nora')
  expect(JSON.stringify({ ...sessionStorage })).toContain('omar')
  vi.advanceTimersByTime(30_000)
  expect(sessionStorage).toHaveLength(0)
})

test('a page opened after the end removes what an earlier page stored', () => {
  setCodeWait('nora@example.com', waitFor(60_000))
  vi.clearAllTimers()
  vi.setSystemTime(Date.now() + 61_000)
  removeEndedCodeWaits()
  expect(sessionStorage).toHaveLength(0)
})
