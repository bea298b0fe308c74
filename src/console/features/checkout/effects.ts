/** Side effects of a payment: order calls, gateway form, redirect to the result page. */
import { call } from '#client/api/call.ts'
import { rememberOrderAtCashier } from '#client/order-at-cashier.ts'
import { paySuccessFor } from '#client/pay-info.ts'
import type { Effects } from '#console/features/checkout/driver.ts'
import { readPayForm, sendPayForm } from '#console/features/checkout/pay-form.ts'
import { endSessionIfExpired } from '#console/refine/session-expiry.ts'
import { exits } from '#console/refine/router.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { WireError } from '#contract/failure.ts'
import { orders } from '#contract/orders.ts'

type PayResult = OutputOf<typeof orders.pay>
export type PayChannel = InputOf<typeof orders.pay>['payChannel']

/** Milliseconds; the user is waiting. */
const timeout = { check: 10_000, flush: 20_000 }

/**
 * The payment as the payer sees it. `create` creates the order, or fetches its payment code again.
 */
export type Bill = {
  readonly create: () => Promise<PayResult>
  readonly payChannel: PayChannel
  /** In fen (1/100 yuan). */
  readonly amount: number
  readonly what: string
  /**
   * The order already exists, and `create` only fetches its payment code. `until`: payment deadline
   * in Unix milliseconds.
   */
  readonly again?: { readonly until: number | undefined }
}

/**
 * Whether the text fits a QR code. 512 bytes exceed any payment URL and remain scannable at this
 * size.
 */
const isCode = (text: string) => text !== '' && new TextEncoder().encode(text).length <= 512

export function paymentEffects({ payChannel, create, amount, what, again }: Bill): Effects {
  return {
    create: async () => {
      const { orderId, orderNo, scanQRCodeUrl } = await create()
      const byForm = payChannel === 'ALI_NATIVE'
      if (!byForm && !isCode(scanQRCodeUrl))
        throw new WireError({ kind: 'garbled', reason: 'scanQRCodeUrl' })
      return {
        id: orderId,
        no: orderNo,
        code: scanQRCodeUrl,
        byForm,
        ...(again?.until === undefined ? {} : { until: again.until }),
      }
    },
    check: async ({ id }) =>
      (await call(orders.payInfo, { id }, { timeout: timeout.check })).payStatus,
    flush: ({ id }) => call(orders.flush, { id }, { timeout: timeout.flush }),
    handOver: ({ id, no, code }) => {
      const form = readPayForm(code)
      rememberOrderAtCashier({ id, no, amount, what })
      sendPayForm(form)
    },
    succeed: (order) => exits.to(paySuccessFor(order)),
    endsAll: endSessionIfExpired,
  }
}
