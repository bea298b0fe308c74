/** The login log: default range, filters and the calendar. */
import { expect, test } from '#tests/e2e/support/test.ts'

test('the login log opens with the last ten days including today, newest first', async ({
  page,
  open,
  t,
}) => {
  const request = page.waitForRequest(/loginLog\/page/)
  await open(page, '/UserCenterLoginLog')
  const query = new URL((await request).url()).searchParams
  const from = `${daysAgo(10)} 00:00:00`
  expect(query.get('loginDateTimeBegin')).toBe(from)
  expect(query.get('loginDateTimeEnd')).toBe(`${daysAgo(0)} 23:59:59`)
  await expect(page).toHaveURL('/UserCenterLoginLog')
  await expect(
    page
      .getByRole('search')
      .getByRole('button', { name: new RegExp(`^${t('fields.loginDateTime')}`) }),
  ).toContainText(from)
  await expect(page.locator('tbody tr.data-row').first()).toBeVisible()
  const times = await page.locator('tbody td:last-child').allInnerTexts()
  const rowTimes = times.filter((time) => /^\d{4}-/.test(time))
  expect(rowTimes.length).toBeGreaterThan(1)
  expect(rowTimes).toEqual(rowTimes.toSorted().toReversed())
})

test('IP address and client type filter the log, and one click clears the filters', async ({
  page,
  open,
  t,
}) => {
  await open(page, '/UserCenterLoginLog')
  const rows = page.locator('tbody tr.data-row')
  await page.getByRole('search').getByLabel(t('fields.loginIp')).fill('203.0.113')
  await page.getByRole('search').getByLabel(t('fields.clientType')).selectOption('windows')
  await expect(page).toHaveURL(
    /loginIp=203\.0\.113&clientType=windows|clientType=windows&loginIp=203\.0\.113/,
  )
  const label = t('codes.clientType.windows')
  await expect
    .poll(() =>
      rows.evaluateAll(
        (elements, type) =>
          elements.length > 0 &&
          elements.every(
            (row) => row.textContent.includes('203.0.113') && row.textContent.includes(type),
          ),
        label,
      ),
    )
    .toBe(true)
  await page.getByRole('button', { name: t('crud.filter.clear') }).click()
  await expect(page).toHaveURL('/UserCenterLoginLog')
})

test('a preset of the calendar selects a date range', async ({ page, open, t }) => {
  await open(page, '/UserCenterLoginLog')
  const range = page
    .getByRole('search')
    .getByRole('button', { name: new RegExp(`^${t('fields.loginDateTime')}`) })
  await range.click()
  const preset = page.getByText(t('crud.filter.lastDays', { count: 30 }), { exact: true })
  await expect(preset).toBeVisible()
  // The calendar ignores clicks during its opening animation.
  await expect(page.locator('[class*="ant-slide-up-"]')).toHaveCount(0)
  await preset.click()
  const from = `${daysAgo(29)} 00:00:00`
  await expect(page).toHaveURL((url) => url.searchParams.get('loginDateTimeBegin') === from)
  await expect(range).toContainText(from)
})

/** Date in the business's time zone, independent of the test's. */
function daysAgo(days: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(
    Date.now() - days * 86_400_000,
  )
}
