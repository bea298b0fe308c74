/** Side effects of a payment: order calls, gateway form, redirect to the result page. */
import { call } from '#client/api/call.ts'
import { rememberWaitingOrder, toPaySuccessUrl } from '#client/cashier.ts'
import type { Effects, OrderEffects } from '#client/payment/driver.ts'
import { endSessionIfExpired } from '#console/refine/session-expiry.ts'
import { exits } from '#console/refine/router.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { WireError } from '#contract/failure.ts'
import { times } from '#contract/limits.ts'
import { orders } from '#contract/orders.ts'
import { apiBase } from '#client/api/api-base.ts'
import { createMarkupPolicy } from '#client/trusted-types.ts'
import { alipayHosts, parseHosts } from '#contract/pay-hosts.ts'

type PayResult = OutputOf<typeof orders.pay>

export type PayChannel = InputOf<typeof orders.pay>['payChannel']

/** In milliseconds; short, because the user is waiting. */
const timeout = { check: 10_000, flush: 20_000 }

/** The payment as the payer sees it. */
export type Bill = {
  readonly payChannel: PayChannel
  /** In fen (1/100 yuan). */
  readonly amount: number
  /** Package and quantity. */
  readonly description: string
  /**
   * The order already exists; only its payment code is fetched again. `until`: payment deadline in
   * Unix milliseconds.
   */
  readonly existing?: { readonly until: number | undefined }
}
/** `create` creates the order, or fetches its payment code again. */
export type NewBill = Bill & { readonly create: () => Promise<PayResult> }

/** Bytes of a QR code that stays scannable at the size shown; more than any payment URL has. */
const maxQrBytes = 512

const fitsQrCode = (text: string) =>
  text !== '' && new TextEncoder().encode(text).length <= maxQrBytes

export const orderEffects: OrderEffects = {
  check: async ({ id }) =>
    (await call(orders.payInfo, { id }, { timeout: timeout.check })).payStatus,
  flush: ({ id }) => call(orders.flush, { id }, { timeout: timeout.flush }),
  succeed: (order) => exits.assign(toPaySuccessUrl(order)),
  endsSession: endSessionIfExpired,
}

export function paymentEffects({
  payChannel,
  create,
  amount,
  description,
  existing,
}: NewBill): Effects {
  return {
    ...orderEffects,
    create: async () => {
      const { orderId, orderNo, scanQRCodeUrl } = await create()
      const usesForm = payChannel === 'ALI_NATIVE'
      if (!usesForm && !fitsQrCode(scanQRCodeUrl))
        throw new WireError({ kind: 'garbled', reason: 'scanQRCodeUrl' })
      return {
        id: orderId,
        no: orderNo,
        code: scanQRCodeUrl,
        usesForm,
        ...(existing?.until === undefined ? {} : { until: existing.until }),
      }
    },
    redirect: ({ id, no, code }) => {
      const form = readPayForm(code)
      rememberWaitingOrder({
        id,
        no,
        payChannel,
        amount,
        description,
        until: Date.now() + times.paymentPeriod,
      })
      sendPayForm(form)
    },
  }
}

/** Target and hidden fields of the gateway's HTML form (ALI_NATIVE, spec 4.8). */
export type PayForm = {
  readonly action: string
  readonly fields: readonly (readonly [name: string, value: string])[]
}

/** The form was rejected. `host` is its target if that is not allowed. */
export class UnsafeFormError extends Error {
  override name = 'UnsafeFormError'
  readonly host: string | undefined

  constructor(host?: string) {
    super(host ? `a form for ${host}` : 'no form that can be posted')
    this.host = host
  }
}

/**
 * Hosts that a payment form may target, besides this origin and the API: Alipay, its sandbox and
 * VITE_PAY_HOSTS.
 */
export const payHosts: readonly string[] = [
  ...alipayHosts,
  ...parseHosts(import.meta.env.VITE_PAY_HOSTS),
]

/** The markup is parsed into a separate, inert document and never inserted into the page. */
const trustedHtml = createMarkupPolicy('parsed')

/** Parses and validates the gateway's HTML form. Throws UnsafeFormError. */
export function readPayForm(text: string, hosts: readonly string[] = payHosts): PayForm {
  const forms = new DOMParser()
    .parseFromString(trustedHtml(text), 'text/html')
    .querySelectorAll('form')
  const [form] = forms
  const action = form?.getAttribute('action') ?? ''
  if (
    !form ||
    forms.length > 1 ||
    form.getAttribute('method')?.trim().toLowerCase() !== 'post' ||
    !URL.canParse(action)
  )
    throw new UnsafeFormError()
  const url = new URL(action)
  const isOwnOrigin = [location.origin, new URL(apiBase, location.origin).origin].includes(
    url.origin,
  )
  const isPayHost = url.protocol === 'https:' && hosts.includes(url.host)
  if (!isOwnOrigin && !isPayHost) throw new UnsafeFormError(url.host || url.protocol)
  if (url.username || url.password) throw new UnsafeFormError(url.host)
  return {
    action: url.href,
    fields: [...form.querySelectorAll('input')]
      .filter(isField)
      .map(({ name, value }) => [name, value] as const),
  }
}

/**
 * Submits the form in this tab, which navigates to the gateway. Calls the prototype's method, since
 * an input named `submit` would shadow that of the form.
 */
export function sendPayForm({ action, fields }: PayForm): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = action
  form.setAttribute('accept-charset', 'GBK')
  form.hidden = true
  for (const [name, value] of fields) form.append(hiddenInput(name, value))
  document.body.append(form)
  HTMLFormElement.prototype.submit.call(form)
  form.remove()
}

const isField = ({ type, name }: HTMLInputElement) => type === 'hidden' && name !== ''

function hiddenInput(name: string, value: string): HTMLInputElement {
  const input = document.createElement('input')
  input.type = 'hidden'
  input.name = name
  input.value = value
  return input
}
