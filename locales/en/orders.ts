/** The English of `zh/orders.ts`. */
import type { orders as zh } from '#locales/zh/orders.ts'
import type { Same } from '#locales/words.ts'

export const orders = {
  exactly: '{{quota}} ({{exact}})',
  gatewayNo: 'Transaction no.',
  failed: 'The order could not be loaded',
  failedHelp: 'Neither the order nor a payment is affected.',
  story: {
    title: 'Order details',
    about: 'What was ordered',
    happened: 'What happened',
    often_other: '{{count}} times',
    waiting: '{{amount}} to pay',
    waitingUntil: 'Pay before {{until}}; after that the order closes by itself.',
    waitingSafe:
      'Already paid? Don’t pay again, and no need to wait here: we ask the payment platform ourselves. No payment gets lost, and none is credited twice.',
    paidChars: '{{quota}} added',
    paidTime: '{{quota}} activated',
    received: '{{amount}} received at {{at}}, and credited in the same moment.',
    receivedLate:
      '{{amount}} received at {{at}}. The order was closed by then; it was credited all the same, once.',
    timedOut: 'Not paid in time, so the order was closed',
    cancelled: 'The order was cancelled',
    nothingTaken: 'No payment was received for this order, and your quota has not changed.',
    lateMoney:
      'If you did pay, it will be credited as soon as the payment platform confirms it. To know now, press “I have paid: check now”.',
    again: 'Buy again',
    check: 'I have paid: check now',
    checking: 'Checking',
    toLog: 'See this credit in the account log',
  },
  receipt: {
    title: 'Receipt',
    file: 'Receipt-{{no}}',
    print: 'Print / save as PDF',
    hint: 'To keep a file, choose “Save as PDF” in the print window.',
    buyer: 'Paid by account',
    ordered: 'Ordered',
    paid: 'Paid',
    price: 'Price',
    count: 'Number',
    total: 'Total',
    notInvoice: 'This receipt confirms a payment. It is not a tax invoice.',
    issued: 'Issued {{at}}',
  },
} satisfies Same<typeof zh>
