/** Translation in the browser: cost, result, channel comparison, and live log and charts. */
import { translation, translationLog } from '#contract/translation.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { expectAccessible } from '#tests/e2e/support/axe.ts'
import { allTime, callOrThrow, formatCount, balancesOf } from '#tests/e2e/support/quota.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const playgroundUrl = '/UserCenterChangeTranslateTest'
const logUrl = '/UserCenterChangeTranslateLog'

test('a text is translated by keyboard, charged, and appears in the log without a reload', async ({
  page,
  lang,
  open,
  t,
  toast,
  product,
  openTab,
}) => {
  const caller = await product.caller(demoAccounts.demo)
  const { usableCharNum } = await balancesOf(caller)
  await open(page, logUrl)
  const summary = page.locator('button.log-usage')
  const before = await summary.textContent()

  const tab = await openTab(playgroundUrl)
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
  await expect(tab.locator('#playground-cost')).toHaveText(
    t('translate.cost', { count: chars, left: formatCount(usableCharNum) }),
  )
  await expectAccessible(tab, 'playground')
  await tab.keyboard.press('Control+Enter')
  await expect(toast(tab)).toContainText(t('translate.done'))
  const result = tab.getByRole('region', { name: t('translate.result'), exact: true })
  await expect(result).toContainText(lang === 'zh' ? 'Hello' : '你好')
  await expect(result).toContainText(t('translate.charged', { count: chars }))
  await expect(result).toContainText(t('translate.demo'))
  await expect(
    tab.getByRole('region', { name: t('translate.history.title') }).getByRole('listitem'),
  ).toHaveCount(1)
  expect((await balancesOf(caller)).usableCharNum).toBe(usableCharNum - chars)

  await expect(summary).not.toHaveText(before ?? '')
  await expect(page.locator('tbody').getByRole('row').first()).toContainText(String(chars))
  await summary.click()
  await expectAccessible(page, 'the translation log with its charts')
})

test('comparing and changing channels charge their own cost and update log and charts', async ({
  page,
  lang,
  open,
  t,
  toast,
  product,
  openTab,
}) => {
  const caller = await product.caller(demoAccounts.demo)
  const { usableCharNum } = await balancesOf(caller)
  await open(page, `${logUrl}?${new URLSearchParams(allTime).toString()}`)
  let loads = 0
  page.on('load', () => loads++)
  const summary = page.locator('button.log-usage')
  await summary.click()
  const channels = page.getByRole('region', { name: t('translate.usage.by') }).locator('tbody')
  const before = await callOrThrow(caller, translationLog.usage, allTime)

  const tab = await openTab(playgroundUrl)
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
  const totalCost = costs.reduce((sum, cost) => sum + cost, 0)
  await expect
    .poll(async () => (await balancesOf(caller)).usableCharNum)
    .toBe(usableCharNum - totalCost)
  await expect(summary).toContainText(formatCount(before.chars + totalCost))
  await expect(channels.getByRole('row')).toHaveCount(6)

  const expensiveChannel = (await callOrThrow(caller, translation.channels, {})).find(
    ({ current, centsPerMillion }, _, list) => {
      const currentChannel = list.find((channel) => channel.current === 1)!
      return current === 0 && centsPerMillion > currentChannel.centsPerMillion
    },
  )!
  const name = lang === 'zh' ? expensiveChannel.name : expensiveChannel.enName
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

  const { usableCharNum: charsLeft } = await balancesOf(caller)
  expect(charsLeft).toBeLessThan(usableCharNum - totalCost)
  const chars = lang === 'zh' ? 2 : 9
  await expect(tab.locator('#playground-cost')).toHaveText(
    t('translate.cost', { count: chars, left: formatCount(charsLeft) }),
  )
  await tab.getByRole('button', { name: t('translate.submit'), exact: true }).click()
  await expect(tab.getByRole('region', { name: t('translate.result'), exact: true })).toContainText(
    t('translate.charged', { count: chars }),
  )
  expect((await balancesOf(caller)).usableCharNum).toBe(charsLeft - chars)
  const logged = page
    .locator('.data-table tbody')
    .getByRole('row')
    .filter({ hasText: name })
    .first()
  await expect(logged.getByRole('cell', { name: String(chars), exact: true })).toBeVisible()
  await expect(summary).toContainText(formatCount(before.chars + totalCost + chars))
  const { byChannel } = await callOrThrow(caller, translationLog.usage, allTime)
  const used = byChannel.find(
    ({ tranChannelId }) => String(tranChannelId) === String(expensiveChannel.id),
  )!
  await expect(channels.getByRole('row').filter({ hasText: name })).toContainText(
    formatCount(used.chars),
  )
  expect(loads).toBe(0)
})
