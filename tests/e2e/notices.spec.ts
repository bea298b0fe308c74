/** Notices in the browser: bell, dialog of a notice to read, and live updates of pages. */
import { announcements } from '#server/schema.ts'
import type { Page, Response } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { en, zh } from '#locales/notifications.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { balanceAlert } from '#contract/ledger.ts'
import { quotaRequests } from '#contract/quota-requests.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { expectAccessible } from '#tests/e2e/support/axe.ts'
import { callOrThrow, formatCount, balancesOf, subAccountName } from '#tests/e2e/support/quota.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const messages = { zh, en }

test('distributed quota appears on the sub-account’s page without a reload', async ({
  page,
  lang,
  open,
  t,
  toast,
  product,
}) => {
  const owner = await product.caller(demoAccounts.demo)
  const before = await balancesOf(await product.caller(subAccountName))
  const { userId } = (await callOrThrow(owner, subAccounts.page, { account: 'demosub' })).rows[0]!
  let streams = 0
  page.on('response', (response) => response.url().includes('/notice/openSse/') && streams++)
  await open(page, '/UserCenterIndex', 'demosub')
  await expect(page.locator('.summary-card').first()).toContainText(
    formatCount(before.usableCharNum),
  )
  await expect.poll(() => streams).toBe(1)
  await owner.call(subAccounts.distribute, { childUserId: userId, changeCharNum: 30_000 })
  await expect(toast(page)).toContainText(messages[lang].received.title)
  await expect(page.locator('.summary-card').first()).toContainText(
    formatCount(before.usableCharNum + 30_000),
  )

  const button = page.locator('.bell')
  await expect(button).toHaveAccessibleName(new RegExp(t('inbox.bell.none')))
  await button.focus()
  await page.keyboard.press('Enter')
  const list = page.getByRole('region', { name: t('inbox.list') })
  await expect(list.getByRole('listitem').first()).toContainText('30,000')
  await expect(page.getByRole('button', { name: t('inbox.bell.none'), exact: true })).toBeVisible()
  await expectAccessible(page, 'the bell’s list')
  await list.getByRole('link', { name: t('inbox.goTo.received') }).click()
  await expect(page).toHaveURL(/UserCenterAccountLog\?logType=DISTRIBUTION/)
  await expect(list).toBeHidden()

  await button.click()
  await list.getByRole('link', { name: t('inbox.all') }).click()
  await expect(page).toHaveURL('/UserCenterNotices')
  await expect(list).toBeHidden()
  await expect(page.locator('tbody').getByRole('row').first()).toContainText('30,000')
  await page.getByRole('search').getByLabel(t('resources.notices.fields.read')).selectOption('0')
  await expect(page).toHaveURL('/UserCenterNotices?read=0')
  await expect(page.locator('tbody').getByText('30,000')).toHaveCount(0)
})

test('a part of a notice or of the bell that can’t be loaded leaves the page as it is', async ({
  page,
  open,
  t,
  toast,
  product,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/notice-(answer|list)/, /dynamically imported module/)
  await page.route(/assets\/notice-(answer|list)-[^/]*\.js/, (route) => route.abort())
  await open(page, '/UserCenterIndex')
  await expect(page.locator('.bell')).toBeVisible()
  const sub = await product.caller(subAccountName)
  await callOrThrow(sub, quotaRequests.calls.ask, { charNum: 70 })
  const dialog = page.getByRole('dialog')
  await expect(toast(page)).toContainText(t('crashed.part'))
  await dialog.getByRole('button', { name: t('inbox.understood') }).click()
  await page.locator('.bell').click()
  await expect(page.getByRole('alert').filter({ hasText: t('crashed.part') })).toBeVisible()
  await expect(page.locator('.summary-card').first()).toBeVisible()
})

test('an urgent notice opens in all tabs over one shared stream and is dismissed in all at once', async ({
  page,
  context,
  lang,
  open,
  t,
  product,
  openTab,
}) => {
  const owner = await product.caller(demoAccounts.demo)
  const streams: string[] = []
  const recordStream = (response: Response) =>
    response.url().includes('/notice/openSse/') && streams.push(response.url())
  context.on('response', recordStream)
  await open(page, '/UserCenterChild')
  const second = await openTab('/UserCenterLoginLog')
  await expect.poll(() => streams.length).toBe(1)
  for (const tab of [page, second]) await expect(tab.locator('.bell')).toBeVisible()
  const { usableCharNum } = await balancesOf(owner)
  await owner.call(balanceAlert.save, { lowCharNum: usableCharNum - 10 })
  const { userId } = (await callOrThrow(owner, subAccounts.page, { account: 'demosub' })).rows[0]!
  await owner.call(subAccounts.distribute, { childUserId: userId, changeCharNum: 1_000 })
  const dialogIn = (tab: Page) => tab.getByRole('dialog', { name: messages[lang].lowBalance.title })
  for (const tab of [page, second]) await expect(dialogIn(tab)).toBeVisible()
  await expectAccessible(page, 'an urgent notice', 'dialog[open]')
  await page.keyboard.press('Escape')
  for (const tab of [page, second]) {
    await expect(dialogIn(tab)).toBeHidden()
    await expect(tab.locator('.bell')).toHaveAccessibleName(t('inbox.bell.none'))
  }
  expect(streams).toHaveLength(1)
  await page.close()
  await expect.poll(() => streams.length).toBe(2)
  context.off('response', recordStream)
})

test('a withdrawn announcement disappears from console and site without a reload', async ({
  page,
  context,
  lang,
  open,
  product,
}) => {
  const { db, events: bus } = product.services
  await open(page, '/UserCenterLoginLog')
  const site = await context.newPage()
  await site.goto(lang === 'en' ? '/en/price' : '/price')
  // The second tab listens once it waits for the lock of the first one's stream.
  await expect
    .poll(() =>
      site.evaluate(async () =>
        (await navigator.locks.query()).pending?.map(({ name }) => name).join(),
      ),
    )
    .toContain('notices')
  const title = lang === 'zh' ? '今晚维护' : 'Maintenance tonight'
  const texts = { title, content: title }
  const values = { at: new Date(), level: 'info', words: { zh: texts, en: texts } } as const
  const [announcement] = await db.insert(announcements).values(values).returning()
  bus.publish({ ownerId: null, about: [] })
  for (const tab of [page, site])
    await expect(tab.getByRole('dialog', { name: title })).toBeVisible()
  await db.delete(announcements).where(eq(announcements.id, announcement!.id))
  bus.publish({ ownerId: null, about: ['notice'] })
  for (const tab of [page, site])
    await expect(tab.getByRole('dialog', { name: title })).toBeHidden()
})

test('all notices are marked as read at once, and the message undoes it', async ({
  page,
  open,
  t,
}) => {
  await open(page, '/UserCenterNotices')
  const markAll = page.getByRole('button', { name: t('inbox.markAllRead') })
  const unread = page
    .locator('tbody')
    .getByText(t('resources.notices.values.read.0'), { exact: true })
  await expect(unread).toHaveCount(1)
  await markAll.click()
  await expect(markAll).toHaveCount(0)
  await expect(unread).toHaveCount(0)
  await page.getByRole('button', { name: t('toast.undo') }).click()
  await expect(unread).toHaveCount(1)
  await expect(markAll).toBeVisible()
})
