/** Interface of a payment gateway: Alipay, WeChat Pay, LianLian or the sandbox. */
import type { output } from 'zod/mini'
import type { Hono } from 'hono'
import type { PayChannel } from '#contract/orders.ts'
import type { Lang } from '#locales/messages.ts'
import type { AppEnv } from '#server/http/request-context.ts'

export type PayChannelCode = output<typeof PayChannel>

/** The data of an order that a gateway receives. */
export type PaymentRequest = {
  /** `orderId` is used in the return URL; `no` identifies the order at the gateway. */
  orderId: string
  no: string
  /** Fen, 1/100 yuan. */
  amountCents: number
  /** Shown to the payer; ASCII only, since ALI_NATIVE's form is posted as GBK (spec 4.8). */
  subject: string
  /** Package name and count, for gateways that accept Unicode. */
  names: Readonly<Record<Lang, string>>
  createdAt: Date
  /** Time from which it can't be paid. */
  closesAt: Date
}

/** The paying user, for gateways that require it. */
export type Payer = {
  userId: string
  ip: string
  /** The Host header of the payer's browser, such as localhost:3000. */
  host?: string | undefined
}

/** A payment reported by a gateway. */
export type Payment = {
  orderNo: string
  /** The gateway's own payment number, unique at the gateway. */
  gatewayNo: string
  /** Fen, 1/100 yuan. */
  amountCents: number
  paidAt: Date
}

/**
 * `abnormal`: the vendor could not pay it out. `closed`: the vendor gave up, so the merchant keeps
 * the money.
 */
export type RefundState = 'success' | 'abnormal' | 'closed'

/** A refund reported by a gateway. */
export type Refund = {
  orderNo: string
  /** The gateway's number of the refunded payment; empty if not reported. */
  gatewayNo: string
  /** Identifies the refund, unique at the gateway. */
  refundNo: string
  state: RefundState
  /** Fen of this refund or, if `isTotal`, of all refunds of the payment so far. */
  amountCents: number
  isTotal: boolean
  /** Fen of the original payment. */
  paidCents: number
  refundedAt: Date
}

export const isRefund = (reported: Payment | Refund): reported is Refund => 'refundNo' in reported

/**
 * Status of a payment at the gateway. `unknown`: not created there yet. `refundedNo`: number of a
 * payment that was refunded by an unreported amount; empty if the number is not reported.
 */
export type PaymentStatus =
  | { state: 'waiting' | 'unknown' }
  | { state: 'closed'; refundedNo?: string }
  | { state: 'paid'; payment: Payment }

/** A notification as received over HTTP, before verification. */
export type RawNotification = { headers: Headers; body: string }
/** HTTP response to a notification. */
export type Acknowledgement = { status: 200 | 400 | 500; type: string; body: string }

/**
 * Every method throws GatewayFailure if the gateway can't be reached or its response is invalid.
 * The outcome is then unknown and the call may be retried.
 */
export type Gateway = {
  /**
   * Returns the content of `scanQRCodeUrl` (spec 3.11): the text of a QR code, or an HTML form for
   * ALI_NATIVE (spec 4.8).
   */
  create(paymentRequest: PaymentRequest, payer: Payer): Promise<string>
  query(paymentRequest: PaymentRequest): Promise<PaymentStatus>
  /** Prevents further payment; returns `paid` if a payment came first. */
  close(paymentRequest: PaymentRequest): Promise<PaymentStatus>
  /**
   * Path segment under `/pay/notify/` for its notifications, shared by the channels of one vendor.
   */
  readonly vendorId: string
  /**
   * Returns the payment or refund reported, or null for any other genuine notification. Throws
   * InvalidSignatureError.
   */
  verify(notification: RawNotification): Promise<Payment | Refund | null>
  /** Whether `query` reports that a payment was refunded. */
  readonly reportsRefunds?: true
  /** Confirms that the payment is stored; if it is not, requests another notification. */
  acknowledge(isStored: boolean): Acknowledgement
  /**
   * Adds pages to the site; only the sandbox does, for its cashier. Shared by the channels of one
   * vendor.
   */
  readonly pages?: (app: Hono<AppEnv>) => void
}

export type Gateways = ReadonlyMap<PayChannelCode, Gateway>

/** The gateway did not respond, or its response was invalid. */
export class GatewayFailure extends Error {
  override name = 'GatewayFailure'
}

/** The notification has no valid signature or is addressed to another merchant. */
export class InvalidSignatureError extends Error {
  override name = 'InvalidSignatureError'
}
