/** On a phone the login pages fit, and the console asks for a PC (spec 2.9). */
import { demoAccounts } from '#server/seed/demo.ts'
import { expectAccessible } from '#tests/e2e/support/axe.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test.use({ viewport: { width: 375, height: 740 }, hasTouch: true })

test('the console shows a PC-only message, or in a wider viewport the requested page', async ({
  page,
  t,
  lang,
  submitLogin,
}) => {
  await page.goto('/login?to=/UserCenterChild?account=emma')
  await submitLogin(page, demoAccounts.demo)
  const heading = page.getByRole('heading', { level: 1 })
  const message = lang === 'zh' ? t('phone.title') : 'Please log in on a PC to use this function'
  await expect(heading).toHaveText(message)
  await expect(page.getByRole('table')).toHaveCount(0)
  await expectAccessible(page, 'PC-only message')
  await page.setViewportSize({ width: 1024, height: 740 })
  await expect(page.getByRole('table').getByText('emma', { exact: true })).toBeVisible()
  await page.setViewportSize({ width: 375, height: 740 })
  await expect(heading).toHaveText(message)
  await page.getByRole('link', { name: t('shell.toHome') }).click()
  await expect(page).toHaveURL(/\/home$/)
})

test('sign-in and registration fit the width and pass the accessibility rules', async ({
  page,
}) => {
  for (const path of ['/login', '/login?type=2']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0)
    await expectAccessible(page, path)
  }
})
