/** Routes of the sandbox's cashier, which shows and pays a bill. */
import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { langOfRequest } from '#server/http/response.ts'
import { pageHeaders } from '#server/http/security-headers.ts'
import type { SandboxBill } from '#server/features/orders/payment/sandbox/table.ts'
import {
  cashierPage,
  type CashierView,
} from '#server/features/orders/payment/sandbox/cashier-page.ts'
import { formPath, tokenIn } from '#server/features/orders/payment/sandbox/form.ts'
import type { SandboxDeps } from '#server/features/orders/payment/sandbox/sandbox.ts'
import { billAt, payBill, standingOf } from '#server/features/orders/payment/sandbox/vendor.ts'
import { ApiError } from '#server/http/errors.ts'
import type { AppEnv } from '#server/http/request-context.ts'

export const cashierPath = '/pay/cashier'

/** Calls `onPaid` once per paid bill and sends the page when it resolves. */
export function serveCashier(
  app: Hono<AppEnv>,
  needs: SandboxDeps,
  onPaid: (paymentRequest: SandboxBill) => Promise<void>,
): void {
  const show = (c: Context<AppEnv>, shown: CashierView) => {
    const asked = c.req.query('lang')
    const lang = asked === 'zh' || asked === 'en' ? asked : langOfRequest(c)
    return c.html(cashierPage(shown, { lang, timeZone: needs.timeZone }), statusOf(shown), headers)
  }
  const tokenOf = (c: Context<AppEnv, `${typeof cashierPath}/:token`>) => {
    // The token suffices to pay, so it must not be logged.
    c.get('request').route = `${cashierPath}/{token}`
    return c.req.param('token')
  }
  app.get(`${cashierPath}/:token`, async (c) => show(c, await look(needs, tokenOf(c))))
  app.post(`${cashierPath}/:token`, async (c) => {
    const token = tokenOf(c)
    const paymentRequest = await payBill(needs, token)
    if (!paymentRequest) return show(c, { ...(await look(needs, token)), tried: true })
    await onPaid(paymentRequest)
    return show(c, { state: 'paid', bill: paymentRequest })
  })
  app.post(formPath, bodyLimit({ maxSize: 16_384, onError: tooLarge }), async (c) => {
    const token = tokenIn(await c.req.text())
    if (token === undefined) return show(c, { state: 'unknown' })
    return c.redirect(`${cashierPath}/${encodeURIComponent(token)}`, 303)
  })
}

async function look(
  { db, clock }: Pick<SandboxDeps, 'db' | 'clock'>,
  token: string,
): Promise<CashierView> {
  const paymentRequest = await billAt(db, token)
  if (!paymentRequest) return { state: 'unknown' }
  const { state } = standingOf(paymentRequest, clock())
  return {
    state: state === 'closed' && paymentRequest.state === 'waiting' ? 'expired' : state,
    bill: paymentRequest,
  }
}

function statusOf({ state, tried }: CashierView): 200 | 404 | 409 {
  if (state === 'unknown') return 404
  return tried && state !== 'paid' ? 409 : 200
}

const headers = {
  ...pageHeaders(false),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  vary: 'Accept-Language',
}

function tooLarge(): never {
  throw new ApiError('tooLarge')
}
