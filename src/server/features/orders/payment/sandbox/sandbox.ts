/** Sandbox gateway for testing, with its own tables and a cashier page instead of a payment app. */
import { PayChannel } from '#contract/orders.ts'
import type {
  PaymentRequest,
  Gateway,
  Gateways,
  PayChannelCode,
  Payer,
} from '#server/features/orders/payment/gateway.ts'
import {
  formText,
  cashierPath,
  serveCashier,
} from '#server/features/orders/payment/sandbox/cashier.ts'
import {
  acknowledged,
  notifiedAs,
  notify,
  pause,
  verifySandbox,
  type Deliver,
  signer,
} from '#server/features/orders/payment/sandbox/notify.ts'
import {
  billOf,
  closeBill,
  openBill,
  paymentOf,
  billStatus,
} from '#server/features/orders/payment/sandbox/bills.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { errorFields } from '#server/platform/log.ts'

export type SandboxDeps = Pick<Dependencies, 'db' | 'clock' | 'crypto' | 'log'> & {
  /** The business time zone, an IANA name. */
  timeZone: string
  /**
   * Base URL of the site, known once the server listens, such as http://192.168.1.5:3000, which
   * phones can reach too. With `host` it stays on the browser's current host, because only there is
   * the browser signed in.
   */
  site: (host?: string) => string
  /** Posts a notification to this server. */
  deliver: Deliver
  /** Sends no notifications, so that payments are found only by query. */
  silent: boolean
}

/** The sandbox for every channel. */
export function sandboxGateways(deps: SandboxDeps): Gateways {
  const gatewayOf = sandbox(deps)
  return new Map(PayChannel.options.map((channel) => [channel, gatewayOf(channel)]))
}

/** Maximum time in milliseconds that the paid page waits for the notification. */
const soon = 5_000

/** One gateway per channel, all of the same vendor. */
export function sandbox(deps: SandboxDeps): (channel: PayChannelCode) => Gateway {
  const sign = signer(deps)
  const pages: NonNullable<Gateway['pages']> = (app) =>
    serveCashier(app, deps, async (bill) => {
      const payment = paymentOf(bill)
      if (deps.silent || !payment) return
      const result = notify({ ...deps, sign }, payment).catch((reason: unknown) =>
        lost(deps, reason),
      )
      // The notification usually arrives before the payer reads the page; the page doesn't wait
      // longer for it.
      await Promise.race([result, pause(soon)])
    })
  return (channel) => ({
    notifiedAs,
    pages,
    async create(paymentRequest: PaymentRequest, { host }: Payer) {
      const { token } = await openBill(deps, paymentRequest, channel)
      return channel === 'ALI_NATIVE'
        ? formText(deps.site(host), token, paymentRequest)
        : `${deps.site()}${cashierPath}/${token}`
    },
    query: async ({ no }) => billStatus(await billOf(deps.db, no), deps.clock()),
    close: async ({ no }) => billStatus(await closeBill(deps, no), deps.clock()),
    verify: (notified) => verifySandbox({ sign, crypto: deps.crypto }, notified),
    acknowledge: (written) => ({
      status: written ? 200 : 500,
      type: 'text/plain; charset=utf-8',
      body: written ? acknowledged : 'again',
    }),
  })
}

const lost = ({ log }: Pick<Dependencies, 'log'>, reason: unknown) =>
  log.warn('the sandbox could not notify', errorFields(reason))
