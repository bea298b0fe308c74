/**
 * The pay flow's ways into the world: the calls of an order, the gateway's form, and the page that
 * says it is paid.
 */
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

/** Milliseconds: an answer that takes longer is no use to somebody who waits for it. */
const timeout = { check: 10_000, flush: 20_000 }

/**
 * What is paid, as the payer sees it. `create` makes the order, or finds out again where it is
 * paid.
 */
export type Bill = {
  readonly create: () => Promise<PayResult>
  readonly payChannel: PayChannel
  /** Fen, 1/100 yuan. */
  readonly amount: number
  readonly what: string
  /**
   * The order is there already, and `create` only finds out where it is paid; `until` when, in
   * milliseconds since the epoch.
   */
  readonly again?: { readonly until: number | undefined }
}

/**
 * More bytes than any address has, and few enough for a code of this size to be read by a phone.
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
