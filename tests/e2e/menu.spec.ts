/** The menu of the console: its groups, and that a main account sees all of it at once. */
import { expect, test } from '#tests/e2e/support/test.ts'

test('all entries of a main account fit into a window of 720 and of 900 pixels', async ({
  page,
  open,
  t,
}) => {
  await open(page, '/UserCenterIndex')
  const menu = page.getByRole('navigation', { name: t('shell.menu') })
  const group = menu.getByRole('region', { name: t('groups.developers') })
  await expect(group.getByRole('link')).toHaveText([
    t('resources.apiKeys.title'),
    t('resources.webhooks.title'),
  ])
  const hidden = () => menu.evaluate((element) => element.scrollHeight - element.clientHeight)
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 1280, height: 720 },
  ]) {
    await page.setViewportSize(viewport)
    await expect(group.getByRole('link').last()).toBeInViewport({ ratio: 1 })
    await expect.poll(hidden).toBe(0)
  }
  await group.getByRole('link').last().press('Enter')
  await expect(page).toHaveURL('/UserCenterWebhooks')
  await expect(page.getByRole('navigation', { name: t('shell.breadcrumb') })).toContainText(
    t('groups.developers'),
  )
})
