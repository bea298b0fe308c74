/** The menu of the console: its groups, and that a main account sees all of it at once. */
import { expect, inBothLanguages, test } from '#tests/e2e/support/test.ts'

inBothLanguages(() => {
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 1440, height: 900 },
  ])
    test(`all entries of a main account fit into a window of ${viewport.height} pixels`, async ({
      page,
      open,
      t,
    }) => {
      await page.setViewportSize(viewport)
      await open(page, '/UserCenterIndex')
      const menu = page.getByRole('navigation', { name: t('shell.menu') })
      const group = menu.getByRole('region', { name: t('groups.developers') })
      await expect(group.getByRole('link')).toHaveText([
        t('resources.apiKeys.title'),
        t('resources.webhooks.title'),
      ])
      await expect(group.getByRole('link').last()).toBeInViewport({ ratio: 1 })
      const hidden = await menu.evaluate((element) => element.scrollHeight - element.clientHeight)
      expect(hidden).toBe(0)
      await group.getByRole('link').last().press('Enter')
      await expect(page).toHaveURL('/UserCenterWebhooks')
      await expect(page.getByRole('navigation', { name: t('shell.breadcrumb') })).toContainText(
        t('groups.developers'),
      )
    })
})
