// @vitest-environment happy-dom
/**
 * A gateway's form is data: what is not a form for a known cashier is refused, and nothing of its
 * markup gets into the page.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  payHosts,
  readPayForm,
  sendPayForm,
  UnsafeForm,
  type PayForm,
} from '#console/features/checkout/effects.ts'

const alipay =
  'https://openapi.alipay.com/gateway.do?charset=utf-8&method=alipay.trade.page.pay&sign=a%2Bb%3D'
const text = (action: string, inside = '', method = 'post') =>
  `<form action="${action}" method="${method}" name="alipaySDKSubmit">${inside}</form>`

beforeEach(() => {
  location.href = 'https://yiqiao.example/UserCenterRecharge'
})
afterEach(() => {
  vi.restoreAllMocks()
  document.body.innerHTML = ''
})

function refusal(markup: string): UnsafeForm {
  try {
    readPayForm(markup)
  } catch (error) {
    if (error instanceof UnsafeForm) return error
    throw error
  }
  throw new Error(`taken: ${markup}`)
}

test('the form of the vendor is read: where it goes, and its hidden inputs as they are', () => {
  const inside = `<input type="hidden" name="biz_content" value="{&quot;out_trade_no&quot;:&quot;N1&quot;,&quot;total_amount&quot;:&quot;99.00&quot;}" />
    <input type="HIDDEN" name="submit" value="1" /><input type="submit" value="go" style="display:none" />
    <script>document.forms['alipaySDKSubmit'].submit()</script>`
  expect(readPayForm(text(alipay, inside))).toEqual({
    action: alipay,
    fields: [
      ['biz_content', '{"out_trade_no":"N1","total_amount":"99.00"}'],
      ['submit', '1'],
    ],
  })
})

test('the cashier of this very site is taken, by the address that it is open at', () => {
  expect(readPayForm(text('https://yiqiao.example/pay/cashier/N1', '', 'POST')).action).toBe(
    'https://yiqiao.example/pay/cashier/N1',
  )
})

test.each([
  'https://openapi.alipay.com.evil.example/gateway.do',
  'https://evil-openapi.alipay.com/gateway.do',
  'https://evil.example/?openapi.alipay.com',
  'https://openapi.alipay.com@evil.example/',
  'https://evil.example#openapi.alipay.com',
  'http://openapi.alipay.com/gateway.do',
  'https://openapi.alipay.com:8443/gateway.do',
  'https://somebody:secret@openapi.alipay.com/gateway.do',
  'http://yiqiao.example/pay/cashier/N1',
  'javascript:alert(1)',
  'data:text/html,hello',
])('a form for %s is refused by the name of its host', (action) => {
  expect(refusal(text(action)).host).toBeTruthy()
})

test.each([
  ['nothing', ''],
  ['plain words', 'weixin://wxpay/bizpayurl?pr=1'],
  ['no address', '<form method="post"><input type="hidden" name="a" value="1"></form>'],
  ['an address below the page', text('/pay/cashier/N1')],
  ['a form that shows what it sends in the address', text(alipay, '', 'get')],
  ['no method', `<form action="${alipay}"></form>`],
  ['two forms', text(alipay) + text('https://evil.example/')],
  ['a script alone', '<script>alert(1)</script>'],
])('%s is no form to post', (_, markup) => {
  expect(refusal(markup).host).toBeUndefined()
})

test('hostile markup around a good form runs nothing, loads nothing and is not sent', () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  Object.assign(globalThis, { touched: 0 })
  const hostile = `<img src="x" onerror="globalThis.touched++"><script>globalThis.touched++</script><link rel="stylesheet" href="https://evil.example/s.css">
    <base href="https://evil.example/">${text(
      alipay,
      `<input type="hidden" name="a" value="&quot;><script>globalThis.touched++</script>">
       <input type="text" name="typed" value="x"><input type="image" name="picture" src="https://evil.example/p.png">
       <button name="b" formaction="https://evil.example">x</button><input type="hidden" value="nameless">`,
    )}`
  const form = readPayForm(hostile)
  expect(form.action).toBe(alipay)
  expect(form.fields).toEqual([['a', '"><script>globalThis.touched++</script>']])
  expect(document.body.innerHTML).toBe('')
  expect([Reflect.get(globalThis, 'touched'), fetched.mock.calls.length]).toEqual([0, 0])
})

test('it is posted as GBK by a form of our own, whatever its inputs are called, which is gone afterwards', () => {
  const sent: {
    action: string
    method: string
    charset: string | null
    fields: [string, string][]
  }[] = []
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (
    this: HTMLFormElement,
  ) {
    const inputs = [...this.querySelectorAll('input')].map((input): [string, string] => [
      input.name,
      input.value,
    ])
    sent.push({
      action: this.getAttribute('action')!,
      method: this.method,
      charset: this.getAttribute('accept-charset'),
      fields: inputs,
    })
  })
  const form: PayForm = {
    action: alipay,
    fields: [
      ['biz_content', '{"a":1}'],
      ['submit', '1'],
      ['action', 'https://evil.example'],
    ],
  }
  sendPayForm(form)
  expect(sent).toEqual([{ action: alipay, method: 'post', charset: 'GBK', fields: form.fields }])
  expect(document.querySelector('form')).toBeNull()
})

test('Alipay and its sandbox are known from the start', () => {
  expect(payHosts).toEqual(['openapi.alipay.com', 'openapi-sandbox.dl.alipaydev.com'])
})
