/**
 * The sandbox: a gateway for trying out, which keeps its own books and has a cashier page in place
 * of an app that pays.
 */
import { PayChannel } from '#contract/codes.ts'
import { describeError } from '#server/platform/log/error-text.ts'
import type {
  PaymentRequest,
  Gateway,
  Gateways,
  PayChannelCode,
  Payer,
} from '#server/features/orders/payment/gateway.ts'
import { formText } from '#server/features/orders/payment/sandbox/form.ts'
import { cashierPath, serveCashier } from '#server/features/orders/payment/sandbox/cashier.ts'
import {
  heard,
  notifiedAs,
  notify,
  pause,
  verifySandbox,
  type Deliver,
} from '#server/features/orders/payment/sandbox/notify.ts'
import { signer } from '#server/features/orders/payment/sandbox/signing.ts'
import {
  billOf,
  closeBill,
  openBill,
  paymentOf,
  standingOf,
} from '#server/features/orders/payment/sandbox/vendor.ts'
import type { Dependencies } from '#server/dependencies.ts'

export type SandboxDeps = Pick<Dependencies, 'db' | 'clock' | 'crypto' | 'log'> & {
  /** The business time zone, an IANA name. */
  timeZone: string
  /**
   * Where payers reach the site, phones among them, such as http://192.168.1.5:3000; known once the server listens.
   * A browser stays where it is when it is told what it calls us: it is signed in there and nowhere
   * else.
   */
  site: (host?: string) => string
  /** Brings a notification to the server's own door. */
  deliver: Deliver
  /** Payments are not notified: whoever wants to know has to ask. */
  silent: boolean
}

/** The sandbox for every channel. */
export function sandboxGateways(needs: SandboxDeps): Gateways {
  const gatewayOf = sandbox(needs)
  return new Map(PayChannel.options.map((channel) => [channel, gatewayOf(channel)]))
}

/** Milliseconds that a payer may wait for the shop to hear. */
const soon = 5_000

/** One gateway for each channel, all of one vendor. */
export function sandbox(needs: SandboxDeps): (channel: PayChannelCode) => Gateway {
  const sign = signer(needs)
  const pages: NonNullable<Gateway['pages']> = (app) =>
    serveCashier(app, needs, async (paymentRequest) => {
      const payment = paymentOf(paymentRequest)
      if (needs.silent || !payment) return
      const result = notify({ ...needs, sign }, payment).catch((reason: unknown) =>
        lost(needs, reason),
      )
      // Mostly the shop has heard before the payer reads the page; where it has not, the page does
      // not wait for it.
      await Promise.race([result, pause(soon)])
    })
  return (channel) => ({
    notifiedAs,
    pages,
    async create(paymentRequest: PaymentRequest, { host }: Payer) {
      const { token } = await openBill(needs, paymentRequest, channel)
      return channel === 'ALI_NATIVE'
        ? formText(needs.site(host), token, paymentRequest)
        : `${needs.site()}${cashierPath}/${token}`
    },
    query: async ({ no }) => standingOf(await billOf(needs.db, no), needs.clock()),
    close: async ({ no }) => standingOf(await closeBill(needs, no), needs.clock()),
    verify: (notified) => verifySandbox({ sign, crypto: needs.crypto }, notified),
    acknowledge: (written) => ({
      status: written ? 200 : 500,
      type: 'text/plain; charset=utf-8',
      body: written ? heard : 'again',
    }),
  })
}

const lost = ({ log }: Pick<Dependencies, 'log'>, reason: unknown) =>
  log.warn('the sandbox could not notify', { reason: describeError(reason) })
