/**
 * What the server asks of a payment gateway, whichever it is: Alipay, WeChat Pay, LianLian, or the
 * sandbox.
 */
import type { output } from 'zod/mini'
import type { Hono } from 'hono'
import type { PayChannel } from '#contract/codes.ts'
import type { Lang } from '#locales/words.ts'
import type { AppEnv } from '#server/http/request-context.ts'

export type PayChannelCode = output<typeof PayChannel>

/** An order as a gateway gets to see it. */
export type PaymentRequest = {
  /** Ours, for the way back to the shop; `no` is what the gateway knows the order by. */
  orderId: string
  no: string
  /** Fen, 1/100 yuan. */
  amountCents: number
  /** What the payer reads; ASCII only, since ALI_NATIVE's form is posted as GBK (4.8). */
  subject: string
  /** The same for gateways that carry any script: the package's name and how many of it. */
  names: Readonly<Record<Lang, string>>
  createdAt: Date
  /** When it can no longer be paid. */
  closesAt: Date
}

/** Who pays, as vendors ask for it. */
export type Payer = {
  userId: string
  ip: string
  /** What their browser calls us, such as localhost:3000. */
  host?: string | undefined
}

/** Money that a gateway says has come in. */
export type Payment = {
  orderNo: string
  /** The gateway's own number of the payment, unique there. */
  gatewayNo: string
  /** Fen, 1/100 yuan. */
  amountCents: number
  paidAt: Date
}

/**
 * `abnormal`: the vendor could not pay it out; `closed`: the vendor gave it up, so the money stays
 * here.
 */
export type RefundState = 'success' | 'abnormal' | 'closed'

/** A refund that a gateway reports. */
export type Refund = {
  orderNo: string
  /**
   * The gateway's own number of the payment that was refunded; empty where the gateway doesn't say
   * it.
   */
  gatewayNo: string
  /** Names the refund, unique at the gateway. */
  refundNo: string
  state: RefundState
  /** Fen, of this refund, or of all refunds of the payment up to this one where `isTotal`. */
  amountCents: number
  isTotal: boolean
  /** Fen that the payment was of. */
  paidCents: number
  refundedAt: Date
}

export const isRefund = (notice: Payment | Refund): notice is Refund => 'refundNo' in notice

/**
 * What a gateway knows of a bill. `unknown`: nobody has opened it there yet. `refundedNo`: it was
 * paid by the payment of this number, empty where the answer doesn't say it, and refunded by an
 * amount that the answer doesn't say.
 */
export type PaymentStatus =
  | { state: 'waiting' | 'unknown' }
  | { state: 'closed'; refundedNo?: string }
  | { state: 'paid'; payment: Payment }

/** A notification as it came in over HTTP. */
export type VerifiedNotification = { headers: Headers; body: string }
/** What is answered to a gateway. */
export type Acknowledgement = { status: 200 | 400 | 500; type: string; body: string }

/**
 * Every function throws GatewayFailure when the gateway can't be reached or answers nonsense: then
 * nothing is known, and one may ask again.
 */
export type Gateway = {
  /**
   * Tells what `scanQRCodeUrl` of 3.11 holds: the text of a QR code, or of an HTML form for
   * ALI_NATIVE (4.8).
   */
  create(paymentRequest: PaymentRequest, payer: Payer): Promise<string>
  query(paymentRequest: PaymentRequest): Promise<PaymentStatus>
  /** Makes the bill impossible to pay; `paid` when the money was quicker. */
  close(paymentRequest: PaymentRequest): Promise<PaymentStatus>
  /** Which path under `/pay/notify/` its notifications come to; channels of one vendor share it. */
  readonly notifiedAs: string
  /**
   * The payment or refund that a notification reports; null when it is genuine and reports
   * something else. Throws Forged.
   */
  verify(notified: VerifiedNotification): Promise<Payment | Refund | null>
  /** Whether `query` shows that a paid bill was refunded. */
  readonly reportsRefunds?: true
  /**
   * The words in which it wants to hear that the payment is safely written down, or that it should
   * notify again.
   */
  acknowledge(written: boolean): Acknowledgement
  /**
   * Puts pages of its own onto our site: only the sandbox has some, its cashier. Shared by the
   * channels of one vendor.
   */
  readonly pages?: (app: Hono<AppEnv>) => void
}

export type Gateways = ReadonlyMap<PayChannelCode, Gateway>

/** The gateway did not answer, or not as it says it does. */
export class GatewayFailure extends Error {
  override name = 'GatewayFailure'
}

/** A notification that is not signed by the gateway, or meant for another merchant. */
export class InvalidSignatureError extends Error {
  override name = 'Forged'
}
