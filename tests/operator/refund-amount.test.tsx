/** The refund that is sent is the one typed and previewed; what is refused stands at its field. */
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OutputOf } from '#contract/endpoint.ts'
import type { CustomerOrder } from '#contract/operator/orders.ts'
import { dayLimits } from '#contract/operator/day-limits.ts'
import { refunds, type RefundDetails } from '#contract/operator/refunds.ts'
import { en } from '#locales/operator/payments.ts'
import { en as refundWords } from '#locales/operator/refunds.ts'
import { apiError } from '#tests/support/browser/stub-responses.ts'
import { closeOperatorDialog, openOperatorDialog } from '#tests/support/browser/operator-dialog.tsx'
import { fill, user } from '#tests/support/browser/user.ts'

const words = refundWords.refund

const order: CustomerOrder = {
  id: '1',
  no: '2026',
  ownerId: '7',
  account: 'buyer@example.com',
  gatewayNo: null,
  payChannel: 'WC_NATIVE',
  payStatus: 'P',
  memberGroupName: '字符套餐',
  tranChannelId: '1',
  translationBillingMode: 'char',
  num: 1_000_000,
  amount: 298_00,
  createDateTime: '2026-01-01 00:00:00',
}
const refund: RefundDetails = {
  id: '3',
  createDateTime: '2026-01-01 00:00:00',
  refundDateTime: '2026-01-01 00:00:00',
  gateway: 'wechat',
  refundNo: 'R1',
  orderNo: order.no,
  amount: 298_00,
  state: 'open',
  progress: 'success',
  translationBillingMode: 'char',
  taken: 0,
  owed: 0,
  waived: 0,
  order,
  amountKnown: 0,
}
let isUnreachable = false
let refusal: unknown
/** One character for each cent. */
const preview = (_: unknown, query: URLSearchParams) => {
  if (isUnreachable) throw new TypeError('Failed to fetch')
  return refusal ?? previewOf(query)
}
const previewOf = (query: URLSearchParams): OutputOf<typeof refunds.previewRecord> => {
  const amount = Number(query.get('amount'))
  return {
    order,
    amount,
    translationBillingMode: 'char',
    taken: amount,
    owed: 0,
    waived: 0,
    before: null,
    after: null,
    approval: null,
  }
}
const takes = (amount: string) =>
  words.taken.replace('{{amount}}', en.payments.quota.chars.replace('{{amount}}', amount))

let sent: { amount?: number }[] = []
let answer: unknown
const receive = (body: unknown) => {
  sent.push(JSON.parse(String(body)) as { amount?: number })
  return answer
}
beforeEach(() => {
  sent = []
  answer = undefined
  isUnreachable = false
  refusal = undefined
})
afterEach(closeOperatorDialog)

/** A form renders its items again when it opens. */
const amountField = async () => {
  await findAmount()
  await new Promise(requestAnimationFrame)
  return findAmount()
}
const findAmount = () =>
  screen.findByRole<HTMLInputElement>('textbox', { name: (name) => name.startsWith(words.amount) })
const submit = (name: string) => screen.getByRole('button', { name })

async function openRecording() {
  await openOperatorDialog(() => import('#operator/payments/record-refund.tsx'), order, {
    responses: { [refunds.previewRecord.path]: preview, [refunds.record.path]: receive },
  })
  await amountField()
  const field = (label: string) =>
    screen.getByRole('textbox', { name: (name) => name.startsWith(label) })
  await fill(field(words.refundNo), 'R1')
  await fill(field(words.note), 'note')
  await screen.findByText(takes('29,800'))
}

/** Types, presses the button at once, and presses it again once the amount is previewed. */
async function typeAndPress(text: string, button: string, previewed: string) {
  await user.clear(await amountField())
  await user.paste(text)
  await user.click(submit(button))
  await screen.findByText(takes(previewed))
  await waitFor(() => expect(submit(button)).toHaveProperty('disabled', false))
  await user.click(submit(button))
  await waitFor(() => expect(sent.length).toBeGreaterThan(0))
}

const sentAmounts = () => new Set(sent.map(({ amount }) => amount))

test('an amount just typed over another is sent, and not the former one', async () => {
  await openRecording()
  await typeAndPress('29.80', words.submitRecord, '2,980')
  expect(sentAmounts()).toEqual(new Set([29_80]))
  expect(sent[0]).toMatchObject({ orderNo: order.no, refundNo: 'R1', note: 'note' })
})

test('an amount just typed into an empty field is sent, and not zero', async () => {
  await openRecording()
  await user.clear(await amountField())
  await waitFor(() => expect(screen.queryByText(takes('29,800'))).toBeNull())
  await typeAndPress('29.80', words.submitRecord, '2,980')
  expect(sentAmounts()).toEqual(new Set([29_80]))
})

test('a preview that fails can be asked for again, with what was typed', async () => {
  await openRecording()
  isUnreachable = true
  await user.clear(await amountField())
  await user.paste('29.80')
  const retry = await screen.findByRole('button', { name: 'Try again' })
  isUnreachable = false
  await user.click(retry)
  await screen.findByText(takes('2,980'))
})

test('a preview that the server refuses says why, and offers no retry of the same values', async () => {
  await openRecording()
  const text = 'The order is refunded in full'
  refusal = apiError('invalid', text)
  await user.clear(await amountField())
  await user.paste('29.80')
  await screen.findByText(text)
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('what the server refuses at a field is said there, and anything else above the items', async () => {
  await openRecording()
  const press = () => user.click(submit(words.submitRecord))
  const refundNo = screen.getByRole('textbox', { name: (name) => name.startsWith(words.refundNo) })
  const taken = 'Recorded already'
  answer = apiError('invalid', taken, { refundNo: taken })
  await press()
  await waitFor(() => expect(refundNo.getAttribute('aria-invalid')).toBe('true'))
  expect(await screen.findAllByText(taken)).toHaveLength(1)
  answer = apiError('notFound', 'No such order')
  await press()
  await screen.findByText('No such order')
})

test('spaces are no amount', async () => {
  await openRecording()
  await fill(await amountField(), '  ')
  await user.click(submit(words.submitRecord))
  const field = await amountField()
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(sent).toEqual([])
})

test('to settle a refund, the amount just typed is sent, and not the former one', async () => {
  await openOperatorDialog(() => import('#operator/payments/settle-refund.tsx'), refund, {
    responses: {
      [refunds.get.path]: refund,
      [refunds.previewSettle.path]: preview,
      [refunds.settle.path]: receive,
    },
  })
  await fill(await amountField(), '298')
  await screen.findByText(takes('29,800'))
  await typeAndPress('29.80', words.submit, '2,980')
  expect(sentAmounts()).toEqual(new Set([29_80]))
})

test('limits left that fail to load are named with a retry', async () => {
  let isDown = true
  const left = { chars: 1, voices: 1, images: 1, minutes: 1, credits: 100, refunds: 5_00 }
  await openOperatorDialog(() => import('#operator/payments/settle-refund.tsx'), refund, {
    responses: {
      [refunds.get.path]: refund,
      [refunds.previewSettle.path]: preview,
      [dayLimits.left.path]: () => (isDown ? apiError('serverError', 'down') : left),
    },
  })
  const failure = `Couldn’t load: ${en.payments.approval.left.name}`
  await screen.findByText(failure, { exact: false })
  isDown = false
  await user.click(screen.getByRole('button', { name: /^Try again: your limits/ }))
  await screen.findByText(/¥5\.00/)
  expect(screen.queryByText(failure, { exact: false })).toBeNull()
})
