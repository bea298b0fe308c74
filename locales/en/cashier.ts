/** English version of `zh/cashier.ts`. */
import type { cashier as zh } from '#locales/zh/cashier.ts'
import type { Same } from '#locales/words.ts'

export const cashier = {
  title: 'Sandbox cashier',
  other: '中文',
  notice: 'This is a demo. No real money is charged.',
  payee: 'Payee',
  item: 'Item',
  channel: 'Pay with',
  order: 'Order number',
  payUntil: 'Pay before',
  paidAt: 'Paid at',
  gatewayNo: 'Transaction number',
  pay: 'Pay {{amount}}',
  back: 'Back to the shop',
  backUnpaid: 'Back to my orders',
  goOnThere: 'You can close this page and continue where you scanned the QR code.',
  states: {
    waiting: 'Awaiting payment',
    paid: 'Payment successful',
    paidBefore: 'This order is already paid',
    closed: 'This order is closed',
    expired: 'This order has timed out',
    unknown: 'No such order',
  },
  explained: {
    waiting: 'Check the item and the amount, then pay.',
    paid: 'You have paid. Your order is credited automatically.',
    paidBefore: 'You were not charged again.',
    closed: 'It was cancelled and can no longer be paid. You were not charged.',
    expired: 'The time to pay has run out. You were not charged. Please place a new order.',
    unknown: 'The link is incomplete or no longer valid. Please get a new one from the shop.',
  },
} satisfies Same<typeof zh>
