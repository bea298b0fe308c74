/** Saved views by keyboard: saved, opened by default with one request, and deleted. */
import { expect, test } from '#tests/e2e/support/test.ts'

test('a view is saved with the keyboard, opens by default, and is deleted', async ({
  page,
  open,
  t,
}) => {
  const calls: string[] = []
  page.on(
    'request',
    (request) => request.url().includes('/api/user/page') && calls.push(request.url()),
  )
  await open(page, '/UserCenterChild?account=li&pageSize=20')
  const views = page.getByRole('button', { name: t('crud.views.label'), exact: true })
  await views.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: t('crud.views.create') }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel(t('crud.views.name'))).toBeFocused()
  await page.keyboard.type('Lists of Li')
  await dialog.getByLabel(t('crud.views.asDefault')).press('Space')
  await dialog.getByLabel(t('crud.views.name')).press('Enter')
  await expect(dialog).toHaveCount(0)
  const current = page.getByRole('button', {
    name: t('crud.views.current', { name: 'Lists of Li' }),
  })
  await expect(current).toBeVisible()

  // A URL without a query opens the default view with one request, sent from the page's head.
  await page.goto('/home')
  calls.length = 0
  await page.goto('/UserCenterChild')
  await expect(current).toBeVisible()
  await expect(page).toHaveURL(/account=li&pageSize=20.*view=\d+/)
  expect(calls).toHaveLength(1)
  expect(calls[0]).toContain('account=li')

  await current.click()
  await page.getByRole('button', { name: t('crud.views.remove') }).click()
  await expect(views).toBeVisible()
  await page.keyboard.press('F6')
  await page.keyboard.press('Enter')
  await expect(current).toBeVisible()
  await current.click()
  await page.getByRole('button', { name: t('crud.views.remove') }).click()
  await expect(views).toBeVisible()
  await page.goto('/UserCenterChild')
  await expect(views).toBeVisible()
  await expect(page.getByRole('searchbox').first()).toHaveValue('')
})
