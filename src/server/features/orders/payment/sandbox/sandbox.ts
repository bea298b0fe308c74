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
  renderPaymentForm,
  cashierPath,
  serveCashier,
} from '#server/features/orders/payment/sandbox/cashier.ts'
import {
  acknowledgement,
  sandboxVendorId,
  sendNotification,
  delay,
  verifySandbox,
  type Deliver,
  createSigner,
} from '#server/features/orders/payment/sandbox/notify.ts'
import {
  findBillByOrder,
  closeBill,
  openBill,
  toPayment,
  toPaymentStatus,
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
  /** Whether no notifications are sent, so that payments are found only by query. */
  silent: boolean
}

/** The sandbox for every channel. */
export function createSandboxGateways(deps: SandboxDeps): Gateways {
  const createGateway = createSandbox(deps)
  return new Map(PayChannel.options.map((channel) => [channel, createGateway(channel)]))
}

/** Maximum time in milliseconds that the paid page waits for the notification. */
const maxPageDelay = 5_000

/** One gateway per channel, all of the same vendor. */
export function createSandbox(deps: SandboxDeps): (channel: PayChannelCode) => Gateway {
  const signText = createSigner(deps)
  const pages: NonNullable<Gateway['pages']> = (app) =>
    serveCashier(app, deps, async (bill) => {
      const payment = toPayment(bill)
      if (deps.silent || !payment) return
      const notified = sendNotification({ ...deps, sign: signText }, payment).catch(
        (reason: unknown) => logNotificationFailure(deps, reason),
      )
      // The notification usually arrives before the payer reads the page; the page doesn't wait
      // longer for it.
      await Promise.race([notified, delay(maxPageDelay)])
    })
  return (channel) => ({
    vendorId: sandboxVendorId,
    pages,
    async create(paymentRequest: PaymentRequest, { host }: Payer) {
      const { token } = await openBill(deps, paymentRequest, channel)
      return channel === 'ALI_NATIVE'
        ? renderPaymentForm(deps.site(host), token, paymentRequest)
        : `${deps.site()}${cashierPath}/${token}`
    },
    query: async ({ no }) => toPaymentStatus(await findBillByOrder(deps.db, no), deps.clock()),
    close: async ({ no }) => toPaymentStatus(await closeBill(deps, no), deps.clock()),
    verify: (notification) => verifySandbox({ sign: signText, crypto: deps.crypto }, notification),
    acknowledge: (isStored) => ({
      status: isStored ? 200 : 500,
      type: 'text/plain; charset=utf-8',
      body: isStored ? acknowledgement : 'again',
    }),
  })
}

const logNotificationFailure = ({ log }: Pick<Dependencies, 'log'>, reason: unknown) =>
  log.warn('the sandbox could not notify', errorFields(reason))
