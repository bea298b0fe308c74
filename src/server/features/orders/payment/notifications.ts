/** Receives payment notifications: verifies, settles, then acknowledges them. */
import type { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { errorFields } from '#server/platform/log.ts'
import {
  InvalidSignatureError,
  isRefund,
  type Acknowledgement,
  type Gateway,
  type PayChannelCode,
  type Payment,
  type Refund,
} from '#server/features/orders/payment/gateway.ts'
import { ApiError } from '#server/http/errors.ts'
import { apiHeaders } from '#server/http/security-headers.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { AppContext, AppEnv } from '#server/http/request-context.ts'

/** `refused`: the payment matches no order by number, amount and channel. */
export type Outcome = 'credited' | 'already' | 'refused'

/**
 * Settles the order of a payment; resolves after the commit. The order must have been placed
 * through one of `channels`. Throws if the outcome is unknown: the gateway is then asked to notify
 * again.
 */
export type OnPaid = (payment: Payment, channels: readonly PayChannelCode[]) => Promise<Outcome>

/** Records a refund; resolves after the commit. Throws if the outcome is unknown. */
type OnRefund = (
  refund: Refund,
  source: { gateway: string; channels: readonly PayChannelCode[] },
) => Promise<void>

/** Handlers of genuine notifications. */
type Receivers = { onPaid: OnPaid; onRefund: OnRefund }

type NotificationDeps = Pick<Dependencies, 'gateways' | 'log' | 'settings'>
/** A gateway and the channels that it serves. */
type Notifier = { gateway: Gateway; channels: PayChannelCode[] }

export const notifyPath = '/pay/notify'

/** Maximum size of a notification in bytes. */
const maxBodyBytes = 64 * 1024

/** Serves `POST /pay/notify/:gateway` for every configured gateway. */
export function serveNotifications(
  app: Hono<AppEnv>,
  { gateways, log, settings }: NotificationDeps,
  receivers: Receivers,
): void {
  const notifiers = notifiersOf(gateways)
  const tooLarge = () => {
    throw new ApiError('tooLarge')
  }
  app.post(
    `${notifyPath}/:gateway`,
    bodyLimit({ maxSize: maxBodyBytes, onError: tooLarge }),
    async (c) => {
      const notifier = notifiers.get(c.req.param('gateway'))
      if (!notifier) throw new ApiError('notFound', { status: 404 })
      const answer = await settled(
        notifier,
        { headers: c.req.raw.headers, body: await c.req.text() },
        { log },
        receivers,
      )
      return acknowledged(c, answer, settings.production)
    },
  )
}

async function settled(
  { gateway, channels }: Notifier,
  notified: { headers: Headers; body: string },
  { log }: Pick<Dependencies, 'log'>,
  { onPaid, onRefund }: Receivers,
): Promise<Acknowledgement> {
  const about = { gateway: gateway.notifiedAs }
  try {
    const payment = await gateway.verify(notified)
    if (!payment) return gateway.acknowledge(true)
    if (isRefund(payment)) {
      await onRefund(payment, { gateway: gateway.notifiedAs, channels })
      return gateway.acknowledge(true)
    }
    const result = {
      ...about,
      order: payment.orderNo,
      gatewayNo: payment.gatewayNo,
      cents: payment.amountCents,
    }
    const outcome = await onPaid(payment, channels)
    if (outcome === 'refused') log.error('payment refused: it fits no order', result)
    else log.info('payment notified', { ...result, outcome })
    return gateway.acknowledge(outcome !== 'refused')
  } catch (error) {
    const forged = error instanceof InvalidSignatureError
    const line = { ...about, ...errorFields(error) }
    if (forged) log.warn('notification refused: it is not genuine', line)
    else log.error('notification could not be settled', line)
    return { ...gateway.acknowledge(false), ...(forged && { status: 400 }) }
  }
}

function acknowledged(
  c: AppContext,
  { status, type, body }: Acknowledgement,
  production: boolean,
): Response {
  return c.body(body, status, { ...apiHeaders(production), 'content-type': type })
}

function notifiersOf(gateways: Dependencies['gateways']): Map<string, Notifier> {
  const notifiers = new Map<string, Notifier>()
  for (const [channel, gateway] of gateways) {
    const notifier = notifiers.get(gateway.notifiedAs)
    if (notifier) notifier.channels.push(channel)
    else notifiers.set(gateway.notifiedAs, { gateway, channels: [channel] })
  }
  return notifiers
}
