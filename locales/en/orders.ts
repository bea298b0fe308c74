/** English version of `zh/orders.ts`. */
import type { orders as zh } from '#locales/zh/orders.ts'
import type { Same } from '#locales/words.ts'

export const orders = {
  exactly: '{{quota}} ({{exact}})',
  gatewayNo: 'Transaction number',
  failed: 'Couldn’t load the order',
  failedHelp: 'Your order and payment are not affected.',
  story: {
    title: 'Order details',
    about: 'Order',
    happened: 'History',
    often_other: '{{count}} times',
    waiting: '{{amount}} to pay',
    waitingUntil: 'Pay before {{until}}. After that, the order closes automatically.',
    waitingSafe:
      'Already paid? Don’t pay again, and you don’t need to wait here: we keep checking with the payment platform. Every payment is credited, and only once.',
    paidChars: '{{quota}} added',
    paidTime: '{{quota}} activated',
    received: '{{amount}} received at {{at}} and credited at once.',
    receivedLate:
      '{{amount}} received at {{at}}, after the order had closed. It was still credited, once.',
    timedOut: 'Not paid in time, so the order was closed',
    cancelled: 'The order was cancelled',
    nothingTaken: 'No payment was received for this order. Your quota has not changed.',
    lateMoney:
      'If you did pay, your payment is credited as soon as the payment platform confirms it. To check now, press “I have paid, check now”.',
    again: 'Buy again',
    check: 'I have paid, check now',
    checking: 'Checking…',
    toLog: 'View in account log',
  },
  receipt: {
    title: 'Receipt',
    file: 'Receipt-{{no}}',
    print: 'Print / save as PDF',
    hint: 'To keep a copy, choose “Save as PDF” in the print window.',
    buyer: 'Paid by',
    ordered: 'Ordered',
    paid: 'Paid',
    price: 'Price',
    count: 'Quantity',
    total: 'Total',
    notInvoice: 'This receipt confirms a payment. It is not a tax invoice.',
    issued: 'Issued {{at}}',
  },
} satisfies Same<typeof zh>
