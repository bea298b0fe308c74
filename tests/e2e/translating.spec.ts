/** Translating as a person does it: the cost beforehand, the result, channels compared, and log and charts that follow by themselves. */
import { demoAccounts } from '#server/db/seed/demo.ts'
import { bringAxe, expectAccessible } from '#tests/e2e/support/axe.ts'
import { count, own } from '#tests/e2e/support/quota.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const bench = '/UserCenterChangeTranslateTest'
const log = '/UserCenterChangeTranslateLog'

test('a text is translated by keyboard, charged by its characters, and seen in the log without loading it again', async ({
  page,
  context,
  lang,
  open,
  say,
  toast,
  product,
}) => {
  await bringAxe(context)
  const caller = await product.caller(demoAccounts.demo)
  const { usableCharNum } = await own(caller)
  await open(page, log)
  const summary = page.locator('.log-usage summary')
  const before = await summary.textContent()

  const tab = await context.newPage()
  await tab.goto(bench)
  await tab.getByRole('button', { name: say('translate.to') }).press('Enter')
  await tab.getByRole('combobox', { name: say('translate.search') }).fill(lang === 'zh' ? '英语' : 'simplified')
  await tab.keyboard.press('Enter')
  await tab.getByRole('textbox', { name: say('translate.text') }).fill(lang === 'zh' ? '你好👋' : 'Hello👋')
  const chars = lang === 'zh' ? 3 : 6
  await expect(tab.locator('#bench-cost')).toHaveText(say('translate.cost', { count: chars, left: count(usableCharNum) }))
  await expectAccessible(tab, 'the bench')
  await tab.keyboard.press('Control+Enter')
  await expect(toast(tab)).toContainText(say('translate.done'))
  const result = tab.getByRole('region', { name: say('translate.result'), exact: true })
  await expect(result).toContainText(lang === 'zh' ? 'Hello' : '你好')
  await expect(result).toContainText(say('translate.cost1', { count: chars }))
  await expect(result).toContainText(say('translate.demo'))
  await expect(tab.getByRole('region', { name: say('translate.history.title') }).getByRole('listitem')).toHaveCount(1)
  expect((await own(caller)).usableCharNum).toBe(usableCharNum - chars)

  await expect(summary).not.toHaveText(before ?? '')
  await expect(page.locator('tbody').getByRole('row').first()).toContainText(String(chars))
  await summary.click()
  await expectAccessible(page, 'the translation log with its charts')
})

test('nothing is sent without a language and a text, and a text too long is refused beforehand', async ({ page, open, say }) => {
  await open(page, bench)
  let sent = 0
  page.on('request', (request) => request.url().endsWith('/translation/text') && sent++)
  await page.getByRole('button', { name: say('translate.submit'), exact: true }).click()
  await expect(page.getByText(say('translate.askTarget'))).toBeVisible()
  await expect(page.locator('#bench-cost')).toHaveText(say('translate.askText'))
  await page.getByRole('textbox', { name: say('translate.text') }).fill('a'.repeat(5_001))
  await expect(page.locator('#bench-cost')).toHaveText(say('translate.tooLong', { most: '5,000', over: 1 }))
  await page.keyboard.press('Control+Enter')
  expect(sent).toBe(0)
})

test('channels are compared side by side, each at its own cost, and one is switched to', async ({ page, lang, open, say, product }) => {
  const caller = await product.caller(demoAccounts.demo)
  const { usableCharNum } = await own(caller)
  await open(page, bench)
  await page.getByRole('button', { name: say('translate.to') }).click()
  await page.getByRole('combobox', { name: say('translate.search') }).fill(lang === 'zh' ? '英语' : 'simplified')
  await page.getByRole('option').first().click()
  await page.getByRole('textbox', { name: say('translate.text') }).fill(lang === 'zh' ? '谢谢' : 'Thank you')
  const compare = page.getByRole('region', { name: say('translate.compare.title') }).first()
  await compare.getByRole('button', { name: say('translate.compare.submit') }).click()
  const rows = compare.locator('tbody tr')
  await expect(rows).toHaveCount(6)
  const costs = await rows.locator('td:last-child').allTextContents()
  await expect.poll(async () => (await own(caller)).usableCharNum).toBe(usableCharNum - costs.reduce((sum, one) => sum + Number(one), 0))
  await expect(compare.getByRole('button', { name: say('buying.change.title') })).toBeVisible()
})

test('an owner sees what everybody translated, a sub-account only its own', async ({ page, open, say, newBrowser }) => {
  await open(page, `${log}?childUserId=all`)
  await expect(page.getByRole('columnheader', { name: say('resources.translationLog.fields.userName') })).toBeVisible()
  const theirs = await (await newBrowser()).newPage()
  await open(theirs, log, 'demosub')
  await expect(theirs.getByLabel(say('resources.translationLog.fields.createDateTime')).first()).toBeVisible()
  await expect(theirs.getByLabel(say('resources.translationLog.fields.childUserId'), { exact: true })).toHaveCount(0)
})
