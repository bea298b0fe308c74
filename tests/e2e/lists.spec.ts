/** Features of every list that need a browser: history, dialogs and files. */
import { readFileSync } from 'node:fs'
import type { Locator } from '@playwright/test'
import { subAccounts } from '#contract/sub-accounts.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { visibleAccounts, expectTotal } from '#tests/e2e/support/list.ts'
import { callOrThrow } from '#tests/e2e/support/quota.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('page, page size and search are in the URL and survive reload and history', async ({
  page,
  open,
  t,
}) => {
  await open(page)
  await expectTotal(page, t, 26)
  await page.getByLabel(t('crud.pager.size')).selectOption('20')
  await expect(page).toHaveURL('/UserCenterChild?pageSize=20')
  await page.getByRole('button', { name: t('crud.pager.page', { page: 2 }), exact: true }).click()
  await expect(page).toHaveURL('/UserCenterChild?pageSize=20&pageNum=2')
  await expect.poll(() => visibleAccounts(page)).toHaveLength(6)
  const secondPage = await visibleAccounts(page)
  await expect(
    page
      .locator('tbody')
      .getByRole('row')
      .filter({ hasText: secondPage[0]! })
      .getByRole('cell')
      .nth(1),
  ).toHaveText('21')

  await page.reload()
  await expect.poll(() => visibleAccounts(page)).toEqual(secondPage)

  await page.getByRole('search').getByLabel(t('fields.account')).fill('wang')
  await expect(page).toHaveURL('/UserCenterChild?pageSize=20&search=wang')
  await expectTotal(page, t, 1)
  await page.goBack()
  await expect.poll(() => visibleAccounts(page)).toEqual(secondPage)
  await page.goForward()
  await expect.poll(() => visibleAccounts(page)).toEqual(['wangfang'])
})

test('a double click opens one dialog; a backdrop click closes it and restores the focus', async ({
  page,
  open,
  t,
}) => {
  await open(page)
  await page.locator('tbody .tick').first().check()
  const opener = page.getByRole('button', { name: t('crud.actions.removeMany') })
  await opener.dblclick()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.mouse.click(4, 700)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('a menu follows its button while the list scrolls', async ({ page, open, t }) => {
  await open(page, '/UserCenterChild?pageSize=50')
  await expectTotal(page, t, 26)
  const opener = page.getByRole('button', { name: t('crud.list.moreOf', { name: 'guoxin' }) })
  await opener.click()
  const menu = page.locator(':popover-open')
  const topOf = async (element: Locator) => Math.round((await element.boundingBox())!.y)
  const distance = async () => (await topOf(menu)) - (await topOf(opener))
  const before = await distance()
  const top = await topOf(opener)
  await opener.hover()
  await page.mouse.wheel(0, 60)
  await expect.poll(() => topOf(opener)).not.toBe(top)
  await expect.poll(distance).toBe(before)
})

test('the CSV export has the filtered rows, a byte order mark and escaped formulas', async ({
  page,
  open,
  t,
  toast,
  product,
}) => {
  const owner = await product.caller(demoAccounts.demo)
  const [row] = (await callOrThrow(owner, subAccounts.page, { account: 'wangfang' })).rows
  const { userId, enabled, version } = row!
  const nickname = '=HYPERLINK("//x.cn","王芳")'
  await callOrThrow(owner, subAccounts.edit, { userId, enabled, nickname, version })
  await open(page)
  await page.getByRole('search').getByLabel(t('fields.account')).fill('ang')
  await expectTotal(page, t, 3)

  const downloading = page.waitForEvent('download')
  const exportButton = page.getByRole('button', { name: t('crud.export.action'), exact: true })
  await exportButton.focus()
  await page.keyboard.press('Enter')
  const file = await downloading
  await expect(exportButton).toBeFocused()
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
  const text = readFileSync(await file.path(), 'utf8')
  await expect(toast(page)).toContainText(t('crud.export.done', { count: 3 }))
  expect(text.startsWith('\uFEFF')).toBe(true)
  const [header, ...lines] = text.slice(1).trimEnd().split('\r\n')
  expect(header).toBe(
    [
      ...(['account', 'nickname', 'lastLoginDateTime'] as const).map((field) =>
        t(`fields.${field}`),
      ),
      ...(['usableCharNum', 'usableVoiceNum', 'usableImageNum'] as const).map((field) =>
        t(`resources.subAccounts.fields.${field}`),
      ),
      t('resources.subAccounts.fields.usedThisMonthNum'),
      t('fields.enabled'),
    ].join(','),
  )
  expect(lines.map((line) => line.split(',')[0])).toEqual(await visibleAccounts(page))
  expect(lines.find((line) => line.startsWith('wangfang'))).toContain(
    `"'=HYPERLINK(""//x.cn"",""王芳"")"`,
  )
})

test('an export of many pages has every row once and can be cancelled', async ({
  page,
  open,
  t,
  toast,
}) => {
  await open(page, '/UserCenterLoginLog?loginDateTimeBegin=')
  const counted = page.getByRole('navigation', { name: t('crud.pager.label') }).locator('.total')
  await expect(counted).toHaveText(/\d/)
  const total = Number.parseInt((await counted.innerText()).replace(/\D/g, ''))
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: t('crud.export.action'), exact: true }).click()
  const lines = readFileSync(await (await downloading).path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines.length - 1).toBe(total)

  let downloaded = false
  page.on('download', () => (downloaded = true))
  await page.route('**/loginLog/page**', (route) =>
    new Promise((resolve) => setTimeout(resolve, 1_000)).then(() => route.continue()),
  )
  await page.getByRole('button', { name: t('crud.export.action'), exact: true }).click()
  await page.getByRole('button', { name: t('crud.export.cancel') }).click()
  await expect(toast(page)).toContainText(t('crud.export.cancelled'))
  await expect(
    page.getByRole('button', { name: t('crud.export.action'), exact: true }),
  ).toBeEnabled()
  expect(downloaded).toBe(false)
})
