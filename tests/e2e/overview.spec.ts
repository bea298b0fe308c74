/** The overview: its figures equal the sums of the log rows. */
import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { accountLog, type AccountLogRow, LogType } from '#contract/ledger.ts'
import { users } from '#contract/users.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { reconcile } from '#server/features/ledger/reconciliation/job.ts'
import { expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import type { Caller } from '#tests/support/server/server.ts'

const allTime = {
  createDateTimeBegin: '2020-01-01 00:00:00',
  createDateTimeEnd: '2099-01-01 00:00:00',
}
const formatCount = (value: number) => new Intl.NumberFormat('en').format(value)
const sum = (
  rows: readonly AccountLogRow[],
  field: 'charChangeNum' | 'voiceChangeNum' | 'imageChangeNum',
) => rows.reduce((total, row) => total + (row[field] ?? 0), 0)
const fact = (page: Page, label: string) =>
  page
    .locator('.facts > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')

/** All rows of the caller's account log, by type. */
async function rowsOf(caller: Caller): Promise<Map<string, AccountLogRow[]>> {
  const byType = new Map<string, AccountLogRow[]>()
  for (const logType of LogType.options) {
    const rows: AccountLogRow[] = []
    for (let pageNum = 1; ; pageNum += 1) {
      const { data } = await caller.call(accountLog.page, {
        logType,
        ...allTime,
        pageNum,
        pageSize: 100,
      })
      rows.push(...data.rows)
      if (rows.length >= data.total) break
    }
    byType.set(logType, rows)
  }
  return byType
}

test('balances and usage equal the sums of the account log', async ({ page, open, t, product }) => {
  await reconcile(product.services)
  const owner = await product.caller(demoAccounts.demo)
  const rows = await rowsOf(owner)
  const allRows = [...rows.values()].flat()
  await open(page, '/UserCenterIndex')
  await expect(page.locator('.summary-card').first()).toContainText(
    formatCount(sum(allRows, 'charChangeNum')),
  )
  await expect(fact(page, t('overview.voice'))).toHaveText(
    formatCount(sum(allRows, 'voiceChangeNum')),
  )
  await expect(fact(page, t('overview.images'))).toHaveText(
    formatCount(sum(allRows, 'imageChangeNum')),
  )
  await expect(fact(page, t('overview.used'))).toContainText(
    formatCount(-sum(rows.get('TRANSLATION_CONSUME')!, 'charChangeNum')),
  )

  // The link opens a list of these rows.
  await fact(page, t('overview.used')).getByRole('link').click()
  await expect(page).toHaveURL(/UserCenterAccountLog\?.*logType=TRANSLATION_CONSUME/)
  const total = rows.get('TRANSLATION_CONSUME')!.length
  await expect(page.getByRole('navigation', { name: t('crud.pager.label') })).toContainText(
    t('crud.pager.total', { count: total, shown: formatCount(total) }),
  )
})

test('the reconciliation badge shows equal sums of log and balances', async ({
  page,
  open,
  t,
  product,
}) => {
  const { accounts, rows } = (await reconcile(product.services))!
  expect(accounts).toBeGreaterThan(26)
  const { db } = product.services
  const owner = await product.caller(demoAccounts.demo)
  const { userId } = (await owner.call(users.get, {})).data
  const owned = await db.execute<{ chars: string }>(
    sql`select sum(chars) as chars from balances where owner_id = ${userId}::bigint`,
  )
  const changed = await db.execute<{ chars: string; rows: string }>(
    sql`select sum(char_change) as chars, count(*) as rows from account_log where owner_id = ${userId}::bigint`,
  )
  expect(Number(changed.rows[0]!.rows)).toBeLessThanOrEqual(rows)
  await open(page, '/UserCenterIndex')
  const reconciliation = page.locator('.reconciled')
  const badge = reconciliation.getByRole('button', { name: t('overview.reconciled') })
  await badge.focus()
  await page.keyboard.press('Enter')
  const line = reconciliation.getByRole('row').filter({ hasText: t('ledger.units.chars') })
  await expect(line.getByRole('cell').nth(1)).toHaveText(
    formatCount(Number(changed.rows[0]!.chars)),
  )
  await expect(line.getByRole('cell').nth(2)).toHaveText(formatCount(Number(owned.rows[0]!.chars)))
  await page.keyboard.press('Escape')
  await expect(line).toBeHidden()
  await expect(badge).toBeFocused()
})

test('the chart shows the characters of the account group per day in Shanghai', async ({
  page,
  open,
  t,
  product,
}) => {
  const { db } = product.services
  const owner = await product.caller(demoAccounts.demo)
  const { userId } = (await owner.call(users.get, {})).data
  const { rows } = await db.execute<{ day: string; chars: string }>(
    sql`select (at at time zone 'Asia/Shanghai')::date::text as day, sum(chars) as chars from translation_log where owner_id = ${userId}::bigint group by 1`,
  )
  const expected = new Map(rows.map(({ day, chars }) => [day, Number(chars)]))
  await open(page, '/UserCenterIndex')
  await page.getByText(t('overview.chart.byDay')).click()
  const days = page.locator('.usage-days tbody tr')
  await expect(days).toHaveCount(30)
  const labels = await days.evaluateAll((rows) =>
    rows.map((row) => [row.children[0]!.textContent, row.children[1]!.textContent]),
  )
  expect(labels).toEqual(labels.map(([day]) => [day, formatCount(expected.get(day!) ?? 0)]))

  const [busiest] = [...expected]
    .toSorted(([, a], [, b]) => b - a)
    .find(([day]) => labels.some(([shown]) => shown === day))!
  const { rows: counted } = await db.execute<{ count: string }>(
    sql`select count(*) from translation_log where owner_id = ${userId}::bigint and (at at time zone 'Asia/Shanghai')::date = ${busiest}::date`,
  )
  await page.locator('.usage-days').getByRole('link', { name: busiest }).click()
  await expect(page).toHaveURL(/UserCenterChangeTranslateLog\?.*childUserId=all/)
  const total = Number(counted[0]!.count)
  await expect(page.getByRole('navigation', { name: t('crud.pager.label') })).toContainText(
    t('crud.pager.total', { count: total, shown: formatCount(total) }),
  )
  await page.goBack()

  await page.getByRole('radio', { name: t('codes.usageGroup.user') }).check()
  await expect(page.locator('.usage-groups thead th').first()).toHaveText(
    t('overview.chart.name.user'),
  )
  await expect(page.locator('.usage-groups tfoot td').first()).toHaveText(
    formatCount(labels.reduce((total, [, chars]) => total + Number(chars!.replaceAll(',', '')), 0)),
  )
})

test('a balance below the saved threshold becomes an action item at once', async ({
  page,
  open,
  t,
  toast,
}) => {
  await open(page, '/UserCenterIndex')
  const actionItems = page
    .locator('.summary-card')
    .filter({ has: page.getByRole('heading', { name: t('overview.needsAttention') }) })
  await expect(actionItems).toContainText(t('overview.allSet'))
  await page.getByLabel(t('overview.alert.field')).fill('900000000')
  await page.getByRole('button', { name: t('overview.alert.save'), exact: true }).click()
  await expect(toast(page)).toContainText(t('overview.alert.saved'))
  await expect(actionItems).toContainText('900,000,000')
})

test.describe('in both themes', () => {
  test('the overview of each kind of account passes the accessibility rules', async ({
    page,
    open,
    t,
    product,
  }) => {
    await reconcile(product.services)
    for (const account of ['demo', 'monthly', 'demosub', 'freeuser'] as const) {
      await open(page, '/UserCenterIndex', account)
      await page.getByRole('button', { name: t('overview.reconciled') }).click()
      await expectAccessibleInBothThemes(page, account)
      await page.keyboard.press('Escape')
      await page.getByText(t('overview.chart.byDay')).click()
      await expect(page.locator('.usage-days tbody tr').first()).toBeVisible()
      await expectAccessibleInBothThemes(page, account)
    }
  })

  test('the automatic distribution confirmation passes the accessibility rules', async ({
    page,
    open,
    t,
  }) => {
    await open(page, '/UserCenterIndex')
    await page.getByRole('switch', { name: t('overview.auto') }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessibleInBothThemes(page, 'confirmation', 'dialog[open]')
  })
})
