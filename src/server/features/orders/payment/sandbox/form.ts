/** Sandbox form for ALI_NATIVE, in the shape of the one that Alipay's SDK generates (4.8). */
import { html, raw } from 'hono/html'
import type { PaymentRequest } from '#server/features/orders/payment/gateway.ts'

/** Action of the form; its data is in `biz_content`. */
export const formPath = '/pay/sandbox/gateway'

/** ASCII only, because it is posted as GBK. */
export function formText(
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

/** The token in a posted form; undefined in anything else. */
export function tokenIn(posted: string): string | undefined {
  try {
    const { cashier } = JSON.parse(new URLSearchParams(posted).get('biz_content') ?? '') as {
      cashier?: unknown
    }
    return typeof cashier === 'string' ? cashier : undefined
  } catch {
    return undefined
  }
}
