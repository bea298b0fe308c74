/** HTML of the sandbox's cashier page, without scripts so that it works in any phone's browser. */
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Lang } from '#locales/words.ts'
import type { SandboxBill } from '#server/features/orders/payment/sandbox/table.ts'
import { pageColours } from '#server/http/page-colours.ts'
import { cashierStyle } from '#server/features/orders/payment/sandbox/cashier-style.ts'
import { returnAddress } from '#server/features/orders/payment/return-address.ts'
import { t } from '#server/platform/messages.ts'

type State = 'waiting' | 'paid' | 'closed' | 'expired' | 'unknown'
/** Status of a bill. `tried`: this request attempted to pay it and failed. */
export type CashierView = { state: State; bill?: SandboxBill; tried?: boolean }
type Place = { lang: Lang; timeZone: string }
type Html = HtmlEscapedString | Promise<HtmlEscapedString>

export function cashierPage({ state, bill, tried }: CashierView, place: Place): Html {
  const { lang } = place
  const text = (key: Said) => t(lang, `cashier.${key}`)
  const said = state === 'paid' && tried ? 'paidBefore' : state
  const title = text(`states.${said}`)
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
          <p class="what">${text(`explained.${said}`)}</p>
          ${bill ? [amount(bill, lang), facts(bill, place), action(bill, state, place)] : ''}
        </main>
        <footer>${text('notice')}</footer>
      </body>
    </html>`
}

type Said =
  | 'title'
  | 'other'
  | 'notice'
  | `states.${State | 'paidBefore'}`
  | `explained.${State | 'paidBefore'}`

const amount = (paymentRequest: SandboxBill, lang: Lang): Html =>
  html`<p class="amount">${yuan(paymentRequest, lang)}</p>`

function facts(paymentRequest: SandboxBill, { lang, timeZone }: Place): Html {
  const rows: [string, string][] = [
    [t(lang, 'cashier.payee'), t(lang, 'product.name')],
    [t(lang, 'cashier.item'), lang === 'zh' ? paymentRequest.nameZh : paymentRequest.nameEn],
    [t(lang, 'cashier.channel'), t(lang, `codes.payChannel.${paymentRequest.payChannel}`)],
    [t(lang, 'cashier.order'), paymentRequest.orderNo],
    paymentRequest.paidAt
      ? [t(lang, 'cashier.paidAt'), timeIn(timeZone, paymentRequest.paidAt)]
      : [t(lang, 'cashier.payUntil'), timeIn(timeZone, paymentRequest.closesAt)],
    ...(paymentRequest.gatewayNo
      ? [[t(lang, 'cashier.gatewayNo'), paymentRequest.gatewayNo] satisfies [string, string]]
      : []),
  ]
  return html`<dl>
    ${rows.map(
      ([term, result]) =>
        html`<div>
          <dt>${term}</dt>
          <dd>${result}</dd>
        </div>`,
    )}
  </dl>`
}

/**
 * The pay button or the link back. Payers who scanned a QR code continue in the browser that showed
 * it.
 */
function action(paymentRequest: SandboxBill, state: State, { lang }: Place): Html {
  const sameBrowser = paymentRequest.payChannel === 'ALI_NATIVE'
  if (state === 'waiting')
    return html`<form method="post">
        <button>${t(lang, 'cashier.pay', { amount: yuan(paymentRequest, lang) })}</button>
      </form>
      ${sameBrowser ? html`<p><a href="/UserCenterOrder">${t(lang, 'cashier.backUnpaid')}</a></p>` : ''}`
  if (!sameBrowser) return html`<p>${t(lang, 'cashier.goOnThere')}</p>`
  if (state === 'paid')
    return html`<p>
      <a class="button" href="${returnAddress('', paymentRequest)}">${t(lang, 'cashier.back')}</a>
    </p>`
  return html`<p>
    <a class="button" href="/UserCenterOrder">${t(lang, 'cashier.backUnpaid')}</a>
  </p>`
}

/** ¥ in both languages, with two decimals. */
const yuan = ({ amountCents }: SandboxBill, lang: Lang) =>
  new Intl.NumberFormat(lang, {
    style: 'currency',
    currency: 'CNY',
    currencyDisplay: 'narrowSymbol',
  }).format(amountCents / 100)

/** Same format as wire times: `YYYY-MM-DD HH:mm:ss`. */
const timeIn = (timeZone: string, at: Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at)
