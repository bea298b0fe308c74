/**
 * The main use case in an installed Firefox, driven by WebDriver BiDi: sign in, translate, order,
 * pay, and see the order paid. Any supported Firefox ESR has to do, so puppeteer may only send
 * commands that the oldest one has: no viewport, which it emulates with others (Firefox 144).
 */
import puppeteer, { type Page } from 'puppeteer-core'
import { orders } from '#contract/orders.ts'
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { callOrThrow } from '#tests/e2e/support/quota.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { findFirefox } from '../../src/commands/test-programs.ts'

const executablePath = findFirefox()

test.skip(executablePath === undefined, 'no Firefox is installed')

test('in Firefox a user signs in, translates, buys, pays at the cashier and sees the order paid', async ({
  product,
  t,
  lang,
}) => {
  test.slow()
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: executablePath!,
    headless: true,
    defaultViewport: null,
    args: ['--width=1440', '--height=1000'],
  })
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(45_000)
    const pageErrors: string[] = []
    page.on('pageerror', (error) => pageErrors.push(String(error)))
    await page.goto(
      `${product.origin}/login?lang=${lang}&to=${encodeURIComponent('/UserCenterChangeTranslateTest')}`,
    )
    await page.locator(byLabel(t('landing.login.account'))).fill(demoAccounts.demo)
    await page.locator('input[type="password"]').fill(demoPassword)
    await page.locator(byText('button', t('landing.login.submit'))).click()
    await page.waitForFunction(() => sessionStorage.getItem('sk') !== null)

    await page.locator('.language-picker:last-of-type button').click()
    await page.locator(byLabel(t('translate.search'))).fill(lang === 'zh' ? '英语' : 'simplified')
    await page.waitForFunction(
      (text: string) =>
        document.querySelector('[role=option]')?.textContent.toLowerCase().includes(text),
      {},
      lang === 'zh' ? '英语' : 'simplified',
    )
    await page.keyboard.press('Enter')
    await page.locator(byLabel(t('translate.text'))).fill(lang === 'zh' ? '你好' : 'Hello')
    await page.locator(byText('button', t('translate.submit'))).click()
    await waitForText(
      page,
      `[aria-label="${t('translate.result')}"]`,
      lang === 'zh' ? 'Hello' : '你好',
    )

    await page.locator('nav a[href="/UserCenterRecharge"]').click()
    const channel = await page.waitForSelector(byText('label', t('codes.payChannel.WC_NATIVE')))
    await channel!.evaluate((label) => (label as HTMLLabelElement).click())
    await page.locator(byText('button', t('checkout.order.pay'))).click()
    await page.locator('dialog[data-shape="question"] .button.primary').click()
    const cashierLink = await page.waitForSelector(byText('a', t('checkout.pay.payHere')))
    const cashier = await browser.newPage()
    await cashier.goto(await cashierLink!.evaluate((link) => (link as HTMLAnchorElement).href))
    await cashier.locator('main button').click()
    await cashier.waitForSelector('main.paid')
    await page.bringToFront()
    await page.waitForFunction(() => location.pathname === '/PaySuccess')
    await page.locator(byText('a', t('checkout.result.now'))).click()
    await waitForText(page, 'tbody tr', t('codes.payStatus.P'))

    const { rows } = await callOrThrow(await product.caller(demoAccounts.demo), orders.page, {})
    expect(rows[0]?.payStatus).toBe('P')
    expect(pageErrors).toEqual([])
  } finally {
    await browser.close()
  }
})

/**
 * Selectors by text and label. Those by role and accessible name make Firefox build the
 * accessibility tree, which takes many seconds on a busy machine.
 */
const byText = (element: string, text: string) =>
  `::-p-xpath(//${element}[normalize-space()="${text}"])`
const byLabel = (label: string) =>
  `::-p-xpath(//*[@aria-label="${label}" or @id=//label[normalize-space()="${label}"]/@for])`

/** Waits until the first element of a selector contains a text. */
const waitForText = (page: Page, selector: string, text: string) =>
  page.waitForFunction(
    (target: string, expected: string) =>
      document.querySelector(target)?.textContent.includes(expected),
    {},
    selector,
    text,
  )
