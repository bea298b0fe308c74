// @vitest-environment happy-dom
/** Payment forms of gateways: parsed as data, refused for unknown hosts, never inserted. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  payHosts,
  readPayForm,
  sendPayForm,
  UnsafeFormError,
  type PayForm,
} from '#console/features/checkout/effects.ts'

const alipay =
  'https://openapi.alipay.com/gateway.do?charset=utf-8&method=alipay.trade.page.pay&sign=a%2Bb%3D'
const formMarkup = (action: string, content = '', method = 'post') =>
  `<form action="${action}" method="${method}" name="alipaySDKSubmit">${content}</form>`

beforeEach(() => {
  location.href = 'https://yiqiao.example/UserCenterRecharge'
})
afterEach(() => {
  vi.restoreAllMocks()
  document.body.innerHTML = ''
})

function refusal(markup: string): UnsafeFormError {
  try {
    readPayForm(markup)
  } catch (error) {
    if (error instanceof UnsafeFormError) return error
    throw error
  }
  throw new Error(`accepted: ${markup}`)
}

test('the vendor’s form is parsed to its action and its hidden inputs', () => {
  const inside = `<input type="hidden" name="biz_content" value="{&quot;out_trade_no&quot;:&quot;N1&quot;,&quot;total_amount&quot;:&quot;99.00&quot;}" />
    <input type="HIDDEN" name="submit" value="1" /><input type="submit" value="go" style="display:none" />
    <script>document.forms['alipaySDKSubmit'].submit()</script>`
  expect(readPayForm(formMarkup(alipay, inside))).toEqual({
    action: alipay,
    fields: [
      ['biz_content', '{"out_trade_no":"N1","total_amount":"99.00"}'],
      ['submit', '1'],
    ],
  })
})

test('the cashier of the site’s own origin is accepted', () => {
  expect(readPayForm(formMarkup('https://yiqiao.example/pay/cashier/N1', '', 'POST')).action).toBe(
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
])('a form for %s is refused with its host', (action) => {
  expect(refusal(formMarkup(action)).host).toBeTruthy()
})

test.each([
  ['nothing', ''],
  ['plain words', 'weixin://wxpay/bizpayurl?pr=1'],
  ['no address', '<form method="post"><input type="hidden" name="a" value="1"></form>'],
  ['an address below the page', formMarkup('/pay/cashier/N1')],
  ['a form that shows what it sends in the address', formMarkup(alipay, '', 'get')],
  ['no method', `<form action="${alipay}"></form>`],
  ['two forms', formMarkup(alipay) + formMarkup('https://evil.example/')],
  ['a script alone', '<script>alert(1)</script>'],
])('%s is refused as no POST form', (_, markup) => {
  expect(refusal(markup).host).toBeUndefined()
})

test('hostile markup around a valid form is not executed, loaded or submitted', () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  Object.assign(globalThis, { touched: 0 })
  const hostile = `<img src="x" onerror="globalThis.touched++"><script>globalThis.touched++</script><link rel="stylesheet" href="https://evil.example/s.css">
    <base href="https://evil.example/">${formMarkup(
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

test('the fields are posted as GBK by a new form, which is removed afterwards', () => {
  const submissions: {
    action: string
    method: string
    charset: string | null
    fields: [string, string][]
  }[] = []
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (
    this: HTMLFormElement,
  ) {
    submissions.push({
      action: this.getAttribute('action')!,
      method: this.method,
      charset: this.getAttribute('accept-charset'),
      fields: [...new FormData(this)] as [string, string][],
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
  expect(submissions).toEqual([
    { action: alipay, method: 'post', charset: 'GBK', fields: form.fields },
  ])
  expect(document.forms).toHaveLength(0)
})

test('Alipay and its sandbox are the allowed hosts', () => {
  expect(payHosts).toEqual(['openapi.alipay.com', 'openapi-sandbox.dl.alipaydev.com'])
})
