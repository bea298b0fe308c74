/** On a phone: the public pages and the way in work, the console asks for a PC (spec 2.9). */
import { demoAccounts } from '#server/seed/demo.ts'
import { expectAccessible } from '#tests/e2e/support/axe.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test.use({ viewport: { width: 375, height: 740 }, hasTouch: true })

test('the console says that it is for a PC, and what to do', async ({ page, t, lang, typeIn }) => {
  await page.goto('/login?to=/UserCenterChild')
  await typeIn(page, demoAccounts.demo)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(
    lang === 'zh' ? t('phone.title') : 'Please log in on a PC to use this function',
  )
  await expect(page.getByRole('table')).toHaveCount(0)
  await expectAccessible(page, 'notice')
  await page.getByRole('link', { name: t('shell.toHome') }).click()
  await expect(page).toHaveURL(/\/home$/)
})

test('signing in and registering fit the width, and break no rule of accessibility', async ({
  page,
}) => {
  for (const address of ['/login', '/login?type=2']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0)
    await expectAccessible(page, address)
  }
})

test('a phone that is turned into a wide window shows the console where it was', async ({
  page,
  typeIn,
  t,
}) => {
  await page.goto('/login?to=/UserCenterChild?account=emma')
  await typeIn(page, demoAccounts.demo)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('phone.title'))
  await page.setViewportSize({ width: 1024, height: 740 })
  await expect(page.getByRole('table').getByText('emma', { exact: true })).toBeVisible()
})
