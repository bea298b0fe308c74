/** An unmatched payment is credited only after a confirmation that names what is credited. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { businessLimits } from '#contract/business-limits.ts'
import {
  dayLimits,
  type DayAmounts,
  type SecondOperatorReason,
} from '#contract/operator/day-limits.ts'
import { packages } from '#contract/packages.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import {
  unmatchedPayments,
  type UnmatchedPaymentDetails,
} from '#contract/operator/unmatched-payments.ts'
import { en, zh } from '#locales/operator/payments.ts'
import type { Lang } from '#locales/messages.ts'
import { closeOperatorDialog, openOperatorDialog } from '#tests/support/browser/operator-dialog.tsx'
import { dialog, fill, pressInDialog, user } from '#tests/support/browser/user.ts'

const account = 'buyer@example.com'
const orderNo = '2026001'
const payment: UnmatchedPaymentDetails = {
  id: '5',
  createDateTime: '2026-01-01 00:00:00',
  payDateTime: '2026-01-01 00:00:00',
  amount: 99_00,
  gateway: 'wechat',
  gatewayNo: 'W1',
  orderNo: 'unknown',
  reason: 'unknownOrder',
  state: 'open',
  candidates: [
    {
      id: '1',
      no: orderNo,
      ownerId: '7',
      account,
      payChannel: 'WC_NATIVE',
      payStatus: 'C',
      memberGroupName: '字符套餐',
      // In English too, its only name is shown.
      memberGroupEnName: null,
      translationBillingMode: 'char',
      num: 1_000_000,
      amount: 99_00,
      createDateTime: '2026-01-01 00:00:00',
      sameChannel: 1,
      sameCustomer: 0,
    },
  ],
  creditable: 1,
}
const credited = (channel: string): OutputOf<typeof unmatchedPayments.previewOrder> => ({
  ownerId: '7',
  account,
  order: payment.candidates[0]!,
  closesBill: 0,
  before: { translationBillingMode: 'char', tranChannelId: '1', usableCharNum: 10_007_014 },
  after: { translationBillingMode: 'char', tranChannelId: channel, usableCharNum: 4_313_359 },
  approval: null,
})

afterEach(closeOperatorDialog)

async function open(
  lang: Lang,
  channel: string,
  approval: SecondOperatorReason | null = null,
  left: Partial<DayAmounts> = {},
) {
  const sent: unknown[] = []
  const receive = (body: unknown) => {
    sent.push(JSON.parse(String(body)))
    return { outcome: approval === null ? 'done' : 'asked' }
  }
  const { close } = await openOperatorDialog(
    () => import('#operator/payments/handle-payment.tsx'),
    payment,
    {
      lang,
      responses: {
        [unmatchedPayments.get.path]: payment,
        [dayLimits.left.path]: { ...businessLimits.operatorDay, ...left },
        [unmatchedPayments.previewOrder.path]: { ...credited(channel), approval },
        [unmatchedPayments.previewAccount.path]: { ...credited('1'), order: null, approval },
        [unmatchedPayments.assign.path]: receive,
        [unmatchedPayments.credit.path]: receive,
        [packages.channels.path]: [],
      },
    },
  )
  return { sent, close }
}

test('a payment whose credit awaits approval says who asked, and offers no way to handle it', async () => {
  const asked: UnmatchedPaymentDetails = {
    ...payment,
    state: 'asked',
    approval: { operator: 'Lin', createDateTime: '2026-01-02 09:30:00' },
  }
  await openOperatorDialog(() => import('#operator/payments/handle-payment.tsx'), asked, {
    responses: { [unmatchedPayments.get.path]: asked },
  })
  const { creditRequest, handle } = en.payments
  await screen.findByText(en.codes.unmatchedState.asked)
  expect(dialog()!.textContent).toContain(
    filled(creditRequest, { operator: 'Lin', createDateTime: '2026-01-02 09:30:00' }),
  )
  expect(within(dialog()!).queryByRole('radio')).toBeNull()
  expect(dialog()!.textContent).not.toContain(handle.how)
})

test.each([
  [1, 'is chosen at first'],
  [0, 'is not chosen'],
] as const)('the only order, of the payer %i, %s', async (sameCustomer, _) => {
  const of = { ...payment, candidates: [{ ...payment.candidates[0]!, sameCustomer }] }
  await openOperatorDialog(() => import('#operator/payments/handle-payment.tsx'), of, {
    responses: {
      [unmatchedPayments.get.path]: of,
      [dayLimits.left.path]: businessLimits.operatorDay,
      [unmatchedPayments.previewOrder.path]: credited('1'),
      [packages.channels.path]: [],
    },
  })
  const radio = await screen.findByRole<HTMLInputElement>('radio', {
    name: (name) => name.includes(orderNo),
  })
  expect(radio.checked).toBe(sameCustomer === 1)
})

const filled = (message: string, values: Record<string, string>) =>
  message.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name]!)

async function pressOnceReady(name: string) {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name })
  await waitFor(() => expect(button.disabled).toBe(false))
  await user.click(button)
}

test('an order is credited once that is confirmed', async () => {
  const words = zh.payments.handle
  const { sent, close } = await open('zh', '1')
  const candidate = `${orderNo} · 字符套餐`
  await user.click(await screen.findByRole('radio', { name: (name) => name.includes(candidate) }))
  await pressOnceReady(filled(words.submitOrder, { amount: '¥99.00' }))
  const [question] = filled(words.askOrder, { amount: '¥99.00', no: orderNo, account }).split('\n')
  await screen.findByRole('dialog', { name: question! })
  expect(sent).toEqual([])
  expect(within(dialog()!).queryByText(words.otherChannel)).toBeNull()
  await pressInDialog(words.credit)
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(sent).toEqual([{ id: '5', orderNo }])
})

test('an account is credited once that is confirmed', async () => {
  const words = en.payments.handle
  const { sent, close } = await open('en', '1')
  await user.click(await screen.findByRole('radio', { name: words.toAccount }))
  const field = (label: string) =>
    screen.getByRole('textbox', { name: (name) => name.startsWith(label) })
  await fill(field(words.account), account)
  await fill(field(words.note), 'screenshot')
  await pressOnceReady(filled(words.submitAccount, { amount: '¥99.00' }))
  const [question] = filled(words.askAccount, { amount: '¥99.00', account }).split('\n')
  await screen.findByRole('dialog', { name: question! })
  expect(sent).toEqual([])
  await pressInDialog(words.credit)
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(sent).toEqual([{ id: '5', account, note: 'screenshot' }])
})

test.each([
  ['zh', zh.payments, 'otherAccount'],
  ['en', en.payments, 'dayLimit'],
] as const)(
  'in %s, a credit that needs a second operator says why and what is left, and is asked for with a note',
  async (lang, { approval: words, handle }, why) => {
    const { sent, close } = await open(lang, '1', why, { credits: 12_00 })
    await user.click(await screen.findByRole('radio', { name: (name) => name.includes(orderNo) }))
    await screen.findByText(words.why[why])
    await screen.findByText(filled(words.left.credits, { left: '¥12.00', limit: '¥10,000.00' }))
    const note = screen.getByRole('textbox', { name: (name) => name.startsWith(handle.note) })
    await fill(note, 'he called')
    await pressOnceReady(words.submit)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent).toEqual([{ id: '5', orderNo, note: 'he called' }])
  },
)

test('the preview says why another channel changes the balance, and the question that it changes', async () => {
  const words = en.payments.handle
  await open('en', '2')
  await user.click(await screen.findByRole('radio', { name: (name) => name.includes(orderNo) }))
  await screen.findByText(words.otherChannel)
  await pressOnceReady(filled(words.submitOrder, { amount: '¥99.00' }))
  const [beginning] = words.askChannel.split('{{')
  await screen.findByText((text) => text.startsWith(beginning!.trim()))
})
