// @vitest-environment happy-dom
/** The recharge page against the reference server: packages, order summary and permissions. */
import { screen, within } from '@testing-library/react'
import { act } from 'react'
import { expect, test } from 'vitest'
import { call } from '#client/api/call.ts'
import { exactCount, yuan } from '#client/i18n/format.ts'
import { fromWire } from '#client/i18n/time.ts'
import { orders } from '#contract/orders.ts'
import { packages } from '#contract/packages.ts'
import { users } from '#contract/users.ts'
import { clearFaults, injectFault } from '#mocks/handlers.ts'
import { apiError } from '#tests/support/browser/stub-responses.ts'
import {
  balanceRows,
  balanceTable,
  channelCard,
  channelCards,
  chooseChannel,
  chosenPackageCard,
  confirm,
  confirmDialog,
  openAs,
  openRecharge,
  orderSummary,
  packageCard,
  packageCards,
  payButton,
  paymentPanel,
  startCheckoutServer,
  summary,
} from '#tests/support/browser/checkout-page.ts'
import { heading, until } from '#tests/support/browser/console.tsx'
import { fill, press, text, user } from '#tests/support/browser/user.ts'

const { stub, unstub } = await startCheckoutServer()

const quantity = () => within(summary()).getByRole<HTMLInputElement>('spinbutton')
/** Publishes a catalogue change, as the notice stream does. */
const publishCatalogueChange = async () => {
  const { publishChange } = await import('#console/refine/live.ts')
  await act(async () => publishChange(['memberGroup']))
}
const waitForQuote = () => until(() => balanceTable()?.getAttribute('aria-busy') === 'false')

test('packages are in two groups with quota, validity, description and price', async () => {
  await openRecharge()
  const countIn = (name: string) =>
    within(screen.getByRole('region', { name })).getAllByRole('radio').length
  expect([countIn('字符套餐'), countIn('包月套餐')]).toEqual([4, 3])
  expect(packageCards()).toEqual([
    '标准版100万字符不限期，用完为止适合日常聊天、售前沟通。腾讯、有道通道。¥99.00当前套餐每1,000字符¥0.099',
    expect.stringMatching(/^专业版100万字符.*¥199\.00.*$/),
    expect.stringMatching(/^高级版.*¥299\.00.*$/),
    expect.stringMatching(/^AI翻译.*¥399\.00.*$/),
    expect.stringMatching(/^标准版1个月30天内字符不限量.*¥159\.00.*$/),
    expect.stringMatching(/^专业版1个月.*¥259\.00.*$/),
    expect.stringMatching(/^GPT会员1个月.*¥399\.00.*$/),
  ])
  expect(channelCards()).toEqual(['支付宝', '微信支付', '支付宝（连连）', '微信支付（连连）'])
  expect(channelCard('支付宝')!.checked).toBe(true)
})

test('the choices are kept in the URL and survive a change of language, which changes names', async () => {
  await openRecharge()
  await fill(quantity(), '3')
  await chooseChannel('微信支付（连连）')
  await user.click(packageCard('专业版', '199.00')!)
  const { search } = location
  const chosen = new URLSearchParams(search).get('package')
  expect(search).toBe(`?quantity=3&channel=WC_LIAN&package=${chosen}`)
  await openRecharge('demo', search, 'en')
  expect(quantity().value).toBe('3')
  expect(chosenPackageCard()).toContain('¥199.00')
  expect(channelCard('WeChat Pay (LianLian)')!.checked).toBe(true)
  expect(packageCards()[0]).toBe(
    'Standard1,000,000 charactersNo time limitBest for everyday chat and first inquiries. Tencent and Youdao.¥99.00Current¥0.099 per 1,000 characters',
  )
  expect(packageCards()[4]).toMatch(/^Standard, monthly1 monthUnlimited characters for 30 days/)
})

test('the order summary follows every choice; quantities but 1 to 999 are rejected', async () => {
  await openRecharge('demo', '?package=2')
  const { memberAccount } = await call(users.get, {})
  await waitForQuote()
  expect(balanceRows()).toEqual([
    ['计费方式', '按字符计费', '按字符计费'],
    ['翻译通道', '腾讯翻译', '腾讯翻译'],
    [
      '字符',
      exactCount(memberAccount.usableCharNum),
      exactCount(memberAccount.usableCharNum + 1_000_000),
    ],
    ['有效期至', '不限期', '不限期'],
  ])
  await fill(quantity(), '3')
  expect(orderSummary()).toContain('标准版 × 3')
  expect(orderSummary()).toContain('300万字符')
  expect(orderSummary()).toContain('¥297.00')
  expect(balanceTable()!.getAttribute('aria-busy')).toBe('true')
  await waitForQuote()
  expect(balanceRows()[2]![2]).toBe(exactCount(memberAccount.usableCharNum + 3_000_000))
  for (const invalid of ['0', '-1', '1.5', '', '1000']) {
    await fill(quantity(), invalid)
    expect(text(), invalid).toContain('请输入1到999的整数')
    expect(payButton().disabled, invalid).toBe(true)
  }
  await press('增加一份')
  expect(quantity().value).toBe('2')
  await press('减少一份')
  expect([quantity().value, payButton().disabled]).toEqual(['1', false])
})

test('another billing mode or channel shows the conversion, and the confirmation repeats it', async () => {
  await openRecharge('demo', '?package=6')
  await waitForQuote()
  const { before, turned, after, amount } = await call(orders.quote, {
    memberGroupId: '6',
    salesNum: 1,
  })
  expect(balanceRows()[0]).toEqual(['计费方式', '按字符计费', '按时长计费'])
  expect(balanceRows()[2]![2]).toBe('不限量')
  const chars = exactCount(before.usableCharNum)
  const days = (fromWire(turned!.expireDateTime!).getTime() - Date.now()) / 86_400_000
  const conversion = /剩余的([\d,]+)字符按等值换算成约([\d,.]+)天时长/.exec(orderSummary())!
  expect(conversion[1]).toBe(chars)
  expect(Math.abs(Number(conversion[2]!.replaceAll(',', '')) - days)).toBeLessThan(0.2)
  // The summary has a single date: the expiry after the payment.
  const dates = new Set(orderSummary().match(/\d{4}-\d\d-\d\d/g))
  expect([...dates]).toEqual([after.expireDateTime!.slice(0, 10)])
  await user.click(payButton())
  await until(() => confirmDialog() !== null)
  expect(confirmDialog()!.textContent).toContain(
    `确定购买1份“标准版”，用支付宝付款${yuan(amount)}吗？`,
  )
  expect(confirmDialog()!.textContent).toContain(
    `付款后可用到 ${after.expireDateTime!.slice(0, 10)}`,
  )

  await openRecharge('demo', '?package=4')
  await waitForQuote()
  const deepL = (await call(orders.quote, { memberGroupId: '4', salesNum: 1 })).turned!
  expect(orderSummary()).toContain(
    `翻译通道改为“DeepL”：在“腾讯翻译”剩余的${chars}字符，按等值换算成${exactCount(deepL.usableCharNum)}字符`,
  )
})

test('a decrease is marked, with the conversion rate of the new channel', async () => {
  await openRecharge('demo', '?package=4')
  await waitForQuote()
  const changeOf = (value: string) =>
    within(balanceTable()!).getByText(value).getAttribute('data-change')
  const quote = await call(orders.quote, { memberGroupId: '4', salesNum: 1 })
  expect(quote.after.usableCharNum).toBeLessThan(quote.before.usableCharNum)
  expect(changeOf(exactCount(quote.after.usableCharNum))).toBe('fewer')
  expect(changeOf('DeepL')).toBeNull()
  expect(orderSummary()).toContain(
    '字符变少，是因为“DeepL”单价更高：它的1个字符相当于“腾讯翻译”的3.02个。',
  )
  await openRecharge('demo', '?package=2')
  await waitForQuote()
  expect(changeOf(balanceRows()[2]![2]!)).toBeNull()
  expect(orderSummary()).not.toContain('单价更高')
})

test('a package without sub-accounts warns owners who have that feature', async () => {
  const sentence = '包月套餐不支持子账号：付款后不能再添加子账号'
  await openRecharge('demo', '?package=2')
  expect(orderSummary()).not.toContain(sentence)
  await user.click(packageCard('标准版', '159.00')!)
  await waitForQuote()
  expect(orderSummary()).toContain(sentence)
  await user.click(payButton())
  await until(() => confirmDialog() !== null)
  expect(confirmDialog()!.textContent).toContain(sentence)
  await openRecharge('monthly', '?package=6')
  expect(orderSummary()).not.toContain(sentence)
})

test('without a payment method nothing can be ordered, and the reason is shown', async () => {
  stub({ '/payInfo/channel': [] })
  await openAs('demo', '/UserCenterRecharge')
  await until(() => text().includes('暂无可用的支付方式'))
  expect(payButton().disabled).toBe(true)
})

test('a changed package updates the page, and a confirmation at the old price orders nothing', async () => {
  await openRecharge('demo', '?package=2')
  await waitForQuote()
  const setSalePrice = async (salePrice: number) => {
    unstub()
    const sale = await call(packages.sale, {})
    stub({
      '/memberGroup/saleList': sale.map((item) =>
        String(item.id) === '2' ? { ...item, salePrice } : item,
      ),
    })
  }
  await setSalePrice(10_900)
  await publishCatalogueChange()
  await until(() => packageCard('标准版', '¥109.00') !== undefined)
  await user.click(payButton())
  await until(() => confirmDialog() !== null)
  await setSalePrice(11_900)
  await confirm()
  await until(() => text().includes('这个套餐刚刚有变动，尚未下单。'))
  expect([confirmDialog(), paymentPanel()]).toEqual([null, null])
  await until(() => packageCard('标准版', '¥119.00') !== undefined)
})

test('payment methods stay when their refresh fails', async () => {
  await openRecharge()
  await waitForQuote()
  const sale = await call(packages.sale, {})
  stub({
    '/payInfo/channel': apiError('notAllowed', '不行'),
    '/memberGroup/saleList': sale.slice(1),
  })
  await publishCatalogueChange()
  await until(() => packageCards().length === sale.length - 1)
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(channelCards()).not.toEqual([])
})

test('an empty catalogue is reported, with a button to reload', async () => {
  stub({ '/memberGroup/saleList': [] })
  await openAs('demo', '/UserCenterRecharge')
  await until(() => heading() === '暂无在售套餐')
  unstub()
  await press('刷新')
  await until(() => packageCards().length > 0)
})

test('packages, channels and quote fail independently, each with a retry', async () => {
  for (const path of ['/memberGroup/saleList', '/payInfo/channel']) injectFault('refused', { path })
  await openAs('demo', '/UserCenterRecharge')
  await until(() => heading() === '套餐加载失败')
  clearFaults()
  injectFault('refused', { path: '/orderByMemberGroup/quote' })
  await press('重试')
  await until(() => text().includes('支付方式加载失败') && text().includes('付款后的额度计算失败'))
  expect(payButton().disabled).toBe(true)
  clearFaults()
  const methods = within(screen.getByRole('region', { name: '支付方式' }))
  await user.click(methods.getByRole('button', { name: '重试' }))
  await until(() => channelCard('微信支付') !== undefined && !payButton().disabled)
  await user.click(within(summary()).getByRole('button', { name: '重试' }))
  await waitForQuote()
})

test('a backend without the extension shows the price without the preview', async () => {
  injectFault('refused', { path: '/extensions/list' })
  await openRecharge('demo', '?package=2')
  await until(() => balanceTable() === null)
  await fill(quantity(), '2')
  expect(orderSummary()).toContain('¥198.00')
  expect(payButton().disabled).toBe(false)
  await user.click(payButton())
  await until(() => confirmDialog() !== null)
  expect(confirmDialog()!.textContent).toContain('¥198.00')
})
