/** A request is refused only with a note, and approved with or without one. */
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { approvals, type Approval } from '#contract/operator/approvals.ts'
import { customers } from '#contract/operator/customers.ts'
import { en } from '#locales/operator/approvals.ts'
import { closeOperatorDialog, openOperatorDialog } from '#tests/support/browser/operator-dialog.tsx'
import { fill, user } from '#tests/support/browser/user.ts'

const words = en.approvals
const request: Approval = {
  id: '9',
  createDateTime: '2026-01-01 00:00:00',
  kind: 'adjust',
  subject: 'account 7',
  operator: 'colleague@example.com',
  operatorRole: 'finance',
  reason: 'contract',
  request: JSON.stringify({ userId: '7', chars: 2_000_000 }),
  state: 'open',
  mayApprove: 1,
  mayRefuse: 1,
  isOwn: 0,
}

afterEach(closeOperatorDialog)

async function open() {
  const sent: unknown[] = []
  const receive = (decision: string) => (body: unknown) => {
    sent.push([decision, JSON.parse(String(body))])
  }
  const { close } = await openOperatorDialog(
    () => import('#operator/approvals/decide.tsx'),
    request,
    {
      responses: {
        [customers.get.path]: {},
        [approvals.approve.path]: receive('approve'),
        [approvals.refuse.path]: receive('refuse'),
      },
    },
  )
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  const note = () => screen.getByRole('textbox', { name: (name) => name.startsWith(words.note) })
  return { sent, close, press, note }
}

test('a refusal demands a note, and Enter decides nothing', async () => {
  const { sent, close, press, note } = await open()
  await press(words.refuse)
  await waitFor(() => expect(note().getAttribute('aria-invalid')).toBe('true'))
  expect(sent).toEqual([])
  await fill(note(), 'not agreed')
  await user.keyboard('{Enter}')
  expect(sent).toEqual([])
  await press(words.refuse)
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(sent).toEqual([['refuse', { id: '9', note: 'not agreed' }]])
})

test('after a refusal without a note, approval needs none', async () => {
  const { sent, close, press, note } = await open()
  await press(words.refuse)
  await waitFor(() => expect(note().getAttribute('aria-invalid')).toBe('true'))
  await press(words.approve)
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(sent).toEqual([['approve', { id: '9' }]])
})
