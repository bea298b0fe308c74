/**
 * Translating as a person does it: the cost beforehand, the result, channels compared, and log and
 * charts that follow by themselves.
 */
import { translation, translationLog } from '#contract/translation.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { expectAccessible } from '#tests/e2e/support/axe.ts'
import { always, ask, count as exact, own } from '#tests/e2e/support/quota.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const bench = '/UserCenterChangeTranslateTest'
const log = '/UserCenterChangeTranslateLog'

test('a text is translated by keyboard, charged, and appears in the log without a reload', async ({
  page,
  context,
  lang,
  open,
  t,
  toast,
  product,
}) => {
  const caller = await product.caller(demoAccounts.demo)
  const { usableCharNum } = await own(caller)
  await open(page, log)
  const summary = page.locator('.log-usage summary')
  const before = await summary.textContent()

  const tab = await context.newPage()
  await tab.goto(bench)
  await tab.getByRole('button', { name: new RegExp(`^${t('translate.to')}`) }).press('Enter')
  await tab
    .getByRole('combobox', { name: t('translate.search') })
    .fill(lang === 'zh' ? '英语' : 'simplified')
  await expect(tab.getByRole('option').first()).toContainText(
    new RegExp(lang === 'zh' ? '英语' : 'simplified', 'i'),
  )
  await tab.keyboard.press('Enter')
  await tab
    .getByRole('textbox', { name: t('translate.text') })
    .fill(lang === 'zh' ? '你好👋' : 'Hello👋')
  const chars = lang === 'zh' ? 3 : 6
  await expect(tab.locator('#bench-cost')).toHaveText(
    t('translate.cost', { count: chars, left: exact(usableCharNum) }),
  )
  await expectAccessible(tab, 'the bench')
  await tab.keyboard.press('Control+Enter')
  await expect(toast(tab)).toContainText(t('translate.done'))
  const result = tab.getByRole('region', { name: t('translate.result'), exact: true })
  await expect(result).toContainText(lang === 'zh' ? 'Hello' : '你好')
  await expect(result).toContainText(t('translate.cost1', { count: chars }))
  await expect(result).toContainText(t('translate.demo'))
  await expect(
    tab.getByRole('region', { name: t('translate.history.title') }).getByRole('listitem'),
  ).toHaveCount(1)
  expect((await own(caller)).usableCharNum).toBe(usableCharNum - chars)

  await expect(summary).not.toHaveText(before ?? '')
  await expect(page.locator('tbody').getByRole('row').first()).toContainText(String(chars))
  await summary.click()
  await expectAccessible(page, 'the translation log with its charts')
})

test('nothing is sent without a language and a text, and a text too long is refused beforehand', async ({
  page,
  open,
  t,
}) => {
  await open(page, bench)
  let sent = 0
  page.on('request', (request) => request.url().endsWith('/translation/text') && sent++)
  await page.getByRole('button', { name: t('translate.submit'), exact: true }).click()
  await expect(page.getByText(t('translate.askTarget'))).toBeVisible()
  await expect(page.locator('#bench-cost')).toHaveText(t('translate.askText'))
  await page.getByRole('textbox', { name: t('translate.text') }).fill('a'.repeat(5_001))
  await expect(page.locator('#bench-cost')).toHaveText(
    t('translate.tooLong', { limit: '5,000', excess: 1 }),
  )
  await page.keyboard.press('Control+Enter')
  expect(sent).toBe(0)
})

test('channels are compared at their own cost, and after a change log and charts follow', async ({
  page,
  context,
  lang,
  open,
  t,
  toast,
  product,
}) => {
  const caller = await product.caller(demoAccounts.demo)
  const { usableCharNum } = await own(caller)
  await open(page, `${log}?${new URLSearchParams(always).toString()}`)
  let loads = 0
  page.on('load', () => loads++)
  const summary = page.locator('.log-usage summary')
  await summary.click()
  const channels = page.getByRole('region', { name: t('translate.usage.by') }).locator('tbody')
  const before = await ask(caller, translationLog.usage, always)

  const tab = await context.newPage()
  await tab.goto(bench)
  await tab.getByRole('button', { name: new RegExp(`^${t('translate.to')}`) }).click()
  await tab
    .getByRole('combobox', { name: t('translate.search') })
    .fill(lang === 'zh' ? '英语' : 'simplified')
  await tab.getByRole('option').first().click()
  await tab
    .getByRole('textbox', { name: t('translate.text') })
    .fill(lang === 'zh' ? '谢谢' : 'Thank you')
  const compare = tab.getByRole('region', { name: t('translate.compare.title') }).first()
  await compare.getByRole('button', { name: t('translate.compare.submit') }).click()
  const rows = compare.locator('tbody tr')
  await expect(rows).toHaveCount(6)
  const costs = (await rows.locator('td:last-child').allTextContents()).map(Number)
  const all = costs.reduce((sum, one) => sum + one, 0)
  await expect.poll(async () => (await own(caller)).usableCharNum).toBe(usableCharNum - all)
  await expect(summary).toContainText(exact(before.chars + all))
  await expect(channels.getByRole('row')).toHaveCount(6)

  const dearer = (await ask(caller, translation.channels, {})).find(
    ({ current, centsPerMillion }, _, list) => {
      const mine = list.find((one) => one.current === 1)!
      return current === 0 && centsPerMillion > mine.centsPerMillion
    },
  )!
  const name = lang === 'zh' ? dearer.name : dearer.enName
  await compare.getByRole('button', { name: t('checkout.change.title') }).click()
  await tab
    .getByRole('combobox', { name: t('checkout.change.field') })
    .selectOption({ label: name })
  await tab
    .locator('dialog')
    .getByRole('button', { name: t('checkout.change.submit'), exact: true })
    .click()
  await tab
    .locator('dialog[data-shape="question"]')
    .getByRole('button', { name: t('checkout.change.submit'), exact: true })
    .click()
  await expect(toast(tab)).toContainText(t('checkout.change.done'))
  await expect(compare.locator('.compare-channel').filter({ hasText: name })).toContainText(
    t('translate.compare.current'),
  )

  const { usableCharNum: left } = await own(caller)
  expect(left).toBeLessThan(usableCharNum - all)
  const chars = lang === 'zh' ? 2 : 9
  await expect(tab.locator('#bench-cost')).toHaveText(
    t('translate.cost', { count: chars, left: exact(left) }),
  )
  await tab.getByRole('button', { name: t('translate.submit'), exact: true }).click()
  await expect(tab.getByRole('region', { name: t('translate.result'), exact: true })).toContainText(
    t('translate.cost1', { count: chars }),
  )
  expect((await own(caller)).usableCharNum).toBe(left - chars)
  const logged = page
    .locator('.data-table tbody')
    .getByRole('row')
    .filter({ hasText: name })
    .first()
  await expect(logged.getByRole('cell', { name: String(chars), exact: true })).toBeVisible()
  await expect(summary).toContainText(exact(before.chars + all + chars))
  const { byChannel } = await ask(caller, translationLog.usage, always)
  const used = byChannel.find(({ tranChannelId }) => String(tranChannelId) === String(dearer.id))!
  await expect(channels.getByRole('row').filter({ hasText: name })).toContainText(exact(used.chars))
  expect(loads).toBe(0)
})

test('an owner sees what everybody translated, a sub-account only its own', async ({
  page,
  open,
  t,
  newBrowser,
}) => {
  await open(page, `${log}?childUserId=all`)
  await expect(
    page.getByRole('columnheader', { name: t('resources.translationLog.fields.userName') }),
  ).toBeVisible()
  const theirs = await (await newBrowser()).newPage()
  await open(theirs, log, 'demosub')
  await expect(
    theirs.getByLabel(t('resources.translationLog.fields.createDateTime')).first(),
  ).toBeVisible()
  await expect(
    theirs.getByLabel(t('resources.translationLog.fields.childUserId'), { exact: true }),
  ).toHaveCount(0)
})
