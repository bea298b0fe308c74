import { chromium } from 'playwright'
import { codeAt } from '#tests/support/actors/authenticator.ts'
const out = '/tmp/operator-payments'
const width = Number(process.env.W ?? 1440), height = Number(process.env.H ?? 900)
const lang = process.env.L ?? 'zh'
const tag = `${lang}-${width}${process.env.DARK ? '-dark' : ''}`
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const context = await browser.newContext({ viewport: { width, height }, locale: lang === 'zh' ? 'zh-CN' : 'en-GB', colorScheme: process.env.DARK ? 'dark' : 'light', reducedMotion: 'reduce' })
const page = await context.newPage()
page.on('console', (m) => m.type() === 'error' && console.log('console:', m.text().slice(0, 300)))
page.on('pageerror', (e) => console.log('pageerror', e.message.slice(0, 300)))
await page.addInitScript((l) => localStorage.setItem('lang', l), lang)
const t0 = Date.now()
let n = 0
const step = async (name: string) => { await page.screenshot({ path: `${out}/${tag}-${String(++n).padStart(2, '0')}-${name}.png` }); console.log(name, ((Date.now() - t0) / 1000).toFixed(1)) }
await page.goto('http://127.0.0.1:39217/operator/unmatched-payments')
await page.locator('input[type=email]').fill('operator@example.com')
await page.locator('input[type=password]').fill('demo123456')
await page.locator('input[autocomplete=one-time-code]').fill(codeAt('JBSWY3DPEHPK3PXP', Date.now() + Number(process.env.LATER ?? 0) * 30000))
await page.keyboard.press('Enter')
await page.locator('main h1').waitFor()
await page.waitForTimeout(1500)
await step('list')
if (process.env.ONLY) { for (const r of ['refunds', 'customer-orders']) { await page.goto(`http://127.0.0.1:39217/operator/${r}`); await page.waitForTimeout(1500); await step(r) }
  const show = page.locator('table tbody tr, .card-list li').first().getByRole('button').last(); await show.click(); await page.waitForTimeout(1200); await step('order'); await browser.close(); process.exit() }
const row = page.getByRole('row').filter({ hasText: lang === 'zh' ? '重复付款' : 'Paid twice' }).first()
await row.getByRole('button', { name: lang === 'zh' ? '处理' : 'Handle' }).click()
await page.waitForTimeout(1500)
await step('drawer')
if (process.env.LOOK) { const seg = page.getByRole('dialog').locator('.segments label'); for (const i of [1, 2]) { await seg.nth(i).click(); await page.waitForTimeout(300); if (i === 1) { await page.getByRole('dialog').getByRole('button', { name: lang === 'zh' ? '查询' : 'Look up' }).click(); await page.waitForTimeout(1000) } await step(`way${i}`) } await browser.close(); process.exit() }
await page.getByRole('dialog').locator('.candidates input').first().check()
await page.waitForTimeout(800)
await step('chosen')
await page.getByRole('dialog').locator('.payment-submit button').click()
await page.getByRole('dialog').waitFor({ state: 'detached' })
await page.waitForTimeout(800)
await step('done')
await browser.close()
