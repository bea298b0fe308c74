/** Receives payment notifications: verifies, settles, then acknowledges them. */
import type { Hono } from 'hono'
import { errorFields } from '#server/platform/log.ts'
import {
  InvalidSignatureError,
  isRefund,
  type Acknowledgement,
  type Gateway,
  type PayChannelCode,
  type Payment,
  type RawNotification,
  type Refund,
} from '#server/features/orders/payment/gateway.ts'
import { ApiError } from '#server/http/errors.ts'
import { readBody } from '#server/http/request-body.ts'
import { apiHeaders } from '#server/http/security-headers.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { AppContext, AppEnv } from '#server/http/request-context.ts'

/** `refused`: the payment matches no order by number, amount and channel. */
export type SettlementOutcome = 'credited' | 'already' | 'refused'

/**
 * Settles the order of a payment; resolves after the commit. The order must have been placed
 * through one of `channels`. Throws if the outcome is unknown: the gateway is then asked to notify
 * again.
 */
export type OnPaid = (
  payment: Payment,
  channels: readonly PayChannelCode[],
) => Promise<SettlementOutcome>

/** Records a refund; resolves after the commit. Throws if the outcome is unknown. */
type OnRefund = (
  refund: Refund,
  source: { gateway: string; channels: readonly PayChannelCode[] },
) => Promise<void>

/** Handlers of genuine notifications. */
type Receivers = { onPaid: OnPaid; onRefund: OnRefund }

type NotificationDeps = Pick<Dependencies, 'gateways' | 'log' | 'settings'>
/** A gateway that sends notifications, and the channels that it serves. */
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
  const notifiers = groupByVendor(gateways)
  app.post(`${notifyPath}/:gateway`, async (c) => {
    const notifier = notifiers.get(c.req.param('gateway'))
    if (!notifier) throw new ApiError('notFound', { status: 404 })
    const body = await readBody(c, { maxBytes: maxBodyBytes })
    const answer = await settleNotification(
      notifier,
      { headers: c.req.raw.headers, body },
      { log },
      receivers,
    )
    return sendAcknowledgement(c, answer, settings.production)
  })
}

async function settleNotification(
  { gateway, channels }: Notifier,
  notification: RawNotification,
  { log }: Pick<Dependencies, 'log'>,
  { onPaid, onRefund }: Receivers,
): Promise<Acknowledgement> {
  const gatewayFields = { gateway: gateway.vendorId }
  try {
    const reported = await gateway.verify(notification)
    if (!reported) return gateway.acknowledge(true)
    if (isRefund(reported)) {
      await onRefund(reported, { gateway: gateway.vendorId, channels })
      return gateway.acknowledge(true)
    }
    const paymentFields = {
      ...gatewayFields,
      order: reported.orderNo,
      gatewayNo: reported.gatewayNo,
      cents: reported.amountCents,
    }
    const outcome = await onPaid(reported, channels)
    if (outcome === 'refused') log.error('payment refused: it fits no order', paymentFields)
    else log.info('payment notified', { ...paymentFields, outcome })
    return gateway.acknowledge(outcome !== 'refused')
  } catch (error) {
    const isForged = error instanceof InvalidSignatureError
    const line = { ...gatewayFields, ...errorFields(error) }
    if (isForged) log.warn('notification refused: it is not genuine', line)
    else log.error('notification could not be settled', line)
    return { ...gateway.acknowledge(false), ...(isForged && { status: 400 }) }
  }
}

function sendAcknowledgement(
  c: AppContext,
  { status, type, body }: Acknowledgement,
  production: boolean,
): Response {
  return c.body(body, status, { ...apiHeaders(production), 'content-type': type })
}

function groupByVendor(gateways: Dependencies['gateways']): Map<string, Notifier> {
  const notifiers = new Map<string, Notifier>()
  for (const [channel, gateway] of gateways) {
    const notifier = notifiers.get(gateway.vendorId)
    if (notifier) notifier.channels.push(channel)
    else notifiers.set(gateway.vendorId, { gateway, channels: [channel] })
  }
  return notifiers
}
