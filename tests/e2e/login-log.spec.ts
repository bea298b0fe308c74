/** The calendar of the login log. */
import { expect, test } from '#tests/e2e/support/test.ts'

// 20 hours behind the business.
test.use({ newContext: true, timezoneId: 'Etc/GMT+12' })

test('a date range is chosen by a preset or typed', async ({ page, open, t }) => {
  await open(page, '/UserCenterLoginLog')
  const range = page
    .getByRole('search')
    .getByRole('button', { name: new RegExp(`^${t('fields.loginDateTime')}`) })
  await range.click()
  const preset = page.getByText(t('crud.filter.lastDays', { count: 30 }), { exact: true })
  await expect(preset).toBeVisible()
  await expect(page.locator('.ant-picker-cell-today')).toHaveAttribute('title', daysAgo(0))
  // The calendar ignores clicks during its opening animation.
  await expect(page.locator('[class*="ant-slide-up-"]')).toHaveCount(0)
  await preset.click()
  await expect(page).toHaveURL(
    (url) => url.searchParams.get('loginDateTimeBegin') === `${daysAgo(29)} 00:00:00`,
  )
  await expect(range).toContainText(`${daysAgo(29)} – ${daysAgo(0)}`)

  await range.click()
  const [begin, end] = [page.getByRole('textbox').nth(-2), page.getByRole('textbox').last()]
  await begin.fill('2026-1-5 8:00')
  await begin.press('Enter')
  await expect(end).toBeFocused()
  await end.fill('2026/1/6 18:30')
  await end.press('Enter')
  await expect(page).toHaveURL(
    ({ searchParams }) =>
      searchParams.get('loginDateTimeBegin') === '2026-01-05 08:00:00' &&
      searchParams.get('loginDateTimeEnd') === '2026-01-06 18:30:00',
  )
})

/** Date in the business's time zone, independent of the test's. */
function daysAgo(days: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(
    Date.now() - days * 86_400_000,
  )
}
