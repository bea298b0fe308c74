/**
 * The sandbox's cashier: shows a bill and pays it, without scripts, so that it works in any
 * browser.
 */
import * as z from 'zod/mini'
import type { Context, Hono } from 'hono'
import { langOfRequest } from '#server/http/response.ts'
import { pageHeaders } from '#server/http/security-headers.ts'
import type { SandboxBill } from '#server/features/orders/payment/sandbox/table.ts'
import type { SandboxDeps } from '#server/features/orders/payment/sandbox/sandbox.ts'
import {
  findBillByToken,
  payBill,
  toPaymentStatus,
} from '#server/features/orders/payment/sandbox/bills.ts'
import { readBody } from '#server/http/request-body.ts'
import type { AppEnv } from '#server/http/request-context.ts'
import { html, raw } from 'hono/html'
import type { PaymentRequest } from '#server/features/orders/payment/gateway.ts'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Lang } from '#locales/messages.ts'
import { pageColours } from '#server/http/page-colours.ts'
import { createReturnUrl } from '#server/features/orders/payment/vendor-client.ts'
import { t } from '#server/platform/messages.ts'

/** Path of the sandbox's cashier page, before the token of the bill. */
export const cashierPath = '/pay/cashier'

/** Calls `onPaid` once per paid bill and sends the page when it resolves. */
export function serveCashier(
  app: Hono<AppEnv>,
  deps: SandboxDeps,
  onPaid: (bill: SandboxBill) => Promise<void>,
): void {
  const sendPage = (c: Context<AppEnv>, view: CashierPage) => {
    const chosen = c.req.query('lang')
    const lang = chosen === 'zh' || chosen === 'en' ? chosen : langOfRequest(c)
    return c.html(
      renderPage(view, { lang, timeZone: deps.timeZone }),
      httpStatusOf(view),
      cashierHeaders,
    )
  }
  const readToken = (c: Context<AppEnv, `${typeof cashierPath}/:token`>) => {
    // The token suffices to pay, so it must not be logged.
    c.get('request').route = `${cashierPath}/{token}`
    return c.req.param('token')
  }
  app.get(`${cashierPath}/:token`, async (c) => sendPage(c, await readView(deps, readToken(c))))
  app.post(`${cashierPath}/:token`, async (c) => {
    const token = readToken(c)
    const bill = await payBill(deps, token)
    if (!bill) return sendPage(c, { ...(await readView(deps, token)), hasFailedToPay: true })
    await onPaid(bill)
    return sendPage(c, { state: 'paid', bill })
  })
  app.post(formPath, async (c) => {
    const token = parsePostedToken(await readBody(c, { maxBytes: 16_384 }))
    if (token === undefined) return sendPage(c, { state: 'unknown' })
    return c.redirect(`${cashierPath}/${encodeURIComponent(token)}`, 303)
  })
}

async function readView(
  { db, clock }: Pick<SandboxDeps, 'db' | 'clock'>,
  token: string,
): Promise<CashierPage> {
  const bill = await findBillByToken(db, token)
  if (!bill) return { state: 'unknown' }
  const { state } = toPaymentStatus(bill, clock())
  return {
    state: state === 'closed' && bill.state === 'waiting' ? 'expired' : state,
    bill,
  }
}

function httpStatusOf({ state, hasFailedToPay }: CashierPage): 200 | 404 | 409 {
  if (state === 'unknown') return 404
  return hasFailedToPay && state !== 'paid' ? 409 : 200
}

const cashierHeaders = {
  ...pageHeaders(false),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  vary: 'Accept-Language',
}

/** Action of the form; its data is in `biz_content`. */
const formPath = '/pay/sandbox/gateway'

/** ASCII only, because it is posted as GBK. */
export function renderPaymentForm(
  site: string,
  token: string,
  { no, subject }: Pick<PaymentRequest, 'no' | 'subject'>,
): string {
  const content = JSON.stringify({ out_trade_no: no, subject, cashier: token })
  const name = `sandboxSubmit${no}`
  const script = `document.forms[${JSON.stringify(name).replaceAll('<', '\\u003c')}].submit();`
  const action = `${site}${formPath}?method=alipay.trade.page.pay&charset=utf-8`
  return String(
    html`<form action="${action}" method="post" name="${name}" id="${name}">
        <input type="hidden" name="biz_content" value="${content}" />
      </form>
      <script>
        ${raw(script)}
      </script>`,
  )
}

const FormContent = z.object({ cashier: z.string() })

/** The token in a posted form; undefined in anything else. */
function parsePostedToken(posted: string): string | undefined {
  try {
    const content: unknown = JSON.parse(new URLSearchParams(posted).get('biz_content') ?? '')
    return z.safeParse(FormContent, content).data?.cashier
  } catch {
    return undefined
  }
}

type BillState = 'waiting' | 'paid' | 'closed' | 'expired' | 'unknown'
/** What the page shows. `hasFailedToPay`: this request attempted to pay the bill and failed. */
type CashierPage = { state: BillState; bill?: SandboxBill; hasFailedToPay?: boolean }
type Locale = { lang: Lang; timeZone: string }
type Html = HtmlEscapedString | Promise<HtmlEscapedString>

function renderPage({ state, bill, hasFailedToPay }: CashierPage, locale: Locale): Html {
  const { lang } = locale
  const text = (key: TextKey) => t(lang, `cashier.${key}`)
  const stateText = state === 'paid' && hasFailedToPay ? 'paidBefore' : state
  const title = text(`states.${stateText}`)
  return html`<!doctype html>
    <html lang="${lang === 'zh' ? 'zh-CN' : 'en'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${t(lang, 'product.name')}</title>
        <style>
          ${raw(pageColours)}${raw(cashierStyle)}
        </style>
      </head>
      <body>
        <header>
          <strong>${text('title')}</strong>
          <a
            href="?lang=${lang === 'zh' ? 'en' : 'zh'}"
            hreflang="${lang === 'zh' ? 'en' : 'zh-CN'}"
            >${text('other')}</a
          >
        </header>
        <main class="${state}">
          <h1>${title}</h1>
          <p class="explanation">${text(`explained.${stateText}`)}</p>
          ${bill ? [renderAmount(bill, lang), renderFacts(bill, locale), renderAction(bill, state, locale)] : ''}
        </main>
        <footer>${text('notice')}</footer>
      </body>
    </html>`
}

type TextKey =
  | 'title'
  | 'other'
  | 'notice'
  | `states.${BillState | 'paidBefore'}`
  | `explained.${BillState | 'paidBefore'}`

const renderAmount = (bill: SandboxBill, lang: Lang): Html =>
  html`<p class="amount">${formatYuan(bill, lang)}</p>`

function renderFacts(bill: SandboxBill, { lang, timeZone }: Locale): Html {
  const rows: [string, string][] = [
    [t(lang, 'cashier.payee'), t(lang, 'product.name')],
    [t(lang, 'cashier.item'), lang === 'zh' ? bill.nameZh : bill.nameEn],
    [t(lang, 'cashier.channel'), t(lang, `codes.payChannel.${bill.payChannel}`)],
    [t(lang, 'cashier.order'), bill.orderNo],
    bill.paidAt
      ? [t(lang, 'cashier.paidAt'), formatTime(timeZone, bill.paidAt)]
      : [t(lang, 'cashier.payUntil'), formatTime(timeZone, bill.closesAt)],
    ...(bill.gatewayNo
      ? [[t(lang, 'cashier.gatewayNo'), bill.gatewayNo] satisfies [string, string]]
      : []),
  ]
  return html`<dl>
    ${rows.map(
      ([term, value]) =>
        html`<div>
          <dt>${term}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`
}

/**
 * The pay button or the link back. Payers who scanned a QR code continue in the browser that showed
 * it.
 */
function renderAction(bill: SandboxBill, state: BillState, { lang }: Locale): Html {
  const isSameBrowser = bill.payChannel === 'ALI_NATIVE'
  if (state === 'waiting')
    return html`<form method="post">
        <button>${t(lang, 'cashier.pay', { amount: formatYuan(bill, lang) })}</button>
      </form>
      ${isSameBrowser ? html`<p><a href="/UserCenterOrder">${t(lang, 'cashier.backUnpaid')}</a></p>` : ''}`
  if (!isSameBrowser) return html`<p>${t(lang, 'cashier.goOnThere')}</p>`
  if (state === 'paid')
    return html`<p>
      <a class="button" href="${createReturnUrl('', bill)}">${t(lang, 'cashier.back')}</a>
    </p>`
  return html`<p>
    <a class="button" href="/UserCenterOrder">${t(lang, 'cashier.backUnpaid')}</a>
  </p>`
}

/** ¥ in both languages, with two decimals. */
const formatYuan = ({ amountCents }: SandboxBill, lang: Lang) =>
  new Intl.NumberFormat(lang, {
    style: 'currency',
    currency: 'CNY',
    currencyDisplay: 'narrowSymbol',
  }).format(amountCents / 100)

/** Same format as wire times: `YYYY-MM-DD HH:mm:ss`. */
const formatTime = (timeZone: string, at: Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at)

/** CSS of the sandbox's cashier page: one column, designed for phones. */
const cashierStyle = `
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 480px; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; padding: 16px; background: var(--mist); color: var(--ink);
  font: 16px/1.6 system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; }
a { color: var(--primary); }
header { display: flex; justify-content: space-between; align-items: center; min-height: 44px; }
main { background: var(--paper); border: 1px solid var(--line); border-radius: 12px; padding: 24px 16px; margin: 12px 0; text-align: center; }
h1, .explanation, p, footer { text-wrap: balance; }
h1 { font-size: 20px; line-height: 1.4; margin: 0; }
.paid h1 { color: var(--success); }
.closed h1, .expired h1, .unknown h1 { color: var(--danger); }
.explanation { margin: 4px 0 0; color: var(--muted); }
.amount { font-size: 39px; line-height: 1.3; font-weight: 600; font-variant-numeric: tabular-nums; margin: 16px 0; }
dl { margin: 0 0 24px; text-align: start; }
dl div { display: flex; justify-content: space-between; gap: 16px; padding: 8px 0; border-top: 1px solid var(--line); }
dt { color: var(--muted); flex: none; }
dd { margin: 0; text-align: end; overflow-wrap: anywhere; }
button, .button { display: block; width: 100%; min-height: 48px; padding: 10px 16px; border: 0; border-radius: 8px; background: var(--fill); color: #fff;
  font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
button:hover, .button:hover { filter: brightness(1.1); }
:focus-visible { outline: 3px solid var(--primary); outline-offset: 2px; }
p { margin: 16px 0 0; }
footer { margin-top: auto; padding: 12px 0; color: var(--muted); font-size: 14px; text-align: center; }
`
