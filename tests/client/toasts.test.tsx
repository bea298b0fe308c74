/** Toasts: how long those with a button to undo stay. */
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { user } from '#tests/support/browser/user.ts'
import { clearToasts, showToast, ToastMessages } from '#ui/toasts.tsx'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  clearToasts()
  cleanup()
  vi.useRealTimers()
})

const texts = { close: 'Close', undo: 'Undo', undoHelp: 'Press F6.', requestId: () => null }
const undoButton = () => screen.queryByRole('button', { name: 'Undo' })
const pass = (seconds: number) => {
  act(() => void vi.advanceTimersByTime(seconds * 1_000))
}

test('a message that undoes stays for ten seconds without pointer and focus', async () => {
  render(<ToastMessages errors={false} texts={texts} />)
  act(() => showToast({ tone: 'success', text: 'Saved', undo: () => undefined }))
  await user.hover(undoButton()!)
  pass(12)
  act(() => undoButton()!.focus())
  await user.unhover(undoButton()!)
  pass(12)
  expect(undoButton()).not.toBeNull()
  act(() => undoButton()!.blur())
  pass(9)
  expect(undoButton()).not.toBeNull()
  pass(1.5)
  expect(undoButton()).toBeNull()
})

test('of too many messages, those that undo stay longest', () => {
  render(<ToastMessages errors={false} texts={texts} />)
  act(() => {
    showToast({ tone: 'success', text: 'Saved', undo: () => undefined })
    for (const text of ['one', 'two', 'three', 'four']) showToast({ tone: 'info', text })
  })
  expect(undoButton()).not.toBeNull()
  expect(screen.queryByText('one')).toBeNull()
  expect(screen.queryByText('four')).not.toBeNull()
})
