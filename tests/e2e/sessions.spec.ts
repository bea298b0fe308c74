/** The list of signed-in browsers: one or all other sessions are ended by keyboard. */
import { demoAccounts } from '#server/seed/demo.ts'
import { expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'
import { pressOn } from '#tests/e2e/support/keyboard.ts'
import { actionButton } from '#tests/e2e/support/list.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const path = '/UserCenterSessions'

test('another browser’s session is listed and ended, then all other sessions at once', async ({
  page,
  product,
  submitLogin,
  newBrowser,
  t,
  toast,
  expectNoErrors,
}) => {
  // The other browser's session ends.
  expectNoErrors.expect(/status (of )?700/)
  test.slow()
  const otherBrowser = await (await newBrowser()).newPage()
  await otherBrowser.goto('/login?type=1&to=/UserCenterLoginLog')
  await submitLogin(otherBrowser, demoAccounts.demo)
  await expect(otherBrowser).toHaveURL('/UserCenterLoginLog')
  await expect(otherBrowser.locator('tbody td').first()).toBeVisible()

  await page.goto(`/login?type=1&to=${path}`)
  await submitLogin(page, demoAccounts.demo)
  await expect(page).toHaveURL(path)
  const rows = page.locator('tbody tr.data-row')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(`Chrome · Linux ${t('security.sessions.here')}`)
  await expect(rows.first().getByRole('button')).toHaveCount(0)
  await expectAccessibleInBothThemes(page, 'sessions')

  const end = t('resources.sessions.actions.end')
  await pressOn(page, actionButton(page, t, end, 'Chrome · Linux'))
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(
    t('resources.sessions.confirm.end', { name: 'Chrome · Linux' }),
  )
  await pressOn(page, dialog.getByRole('button', { name: end, exact: true }))
  await expect(toast(page)).toContainText(t('resources.sessions.done.end'))
  await expect(rows).toHaveCount(1)
  await expect(otherBrowser).toHaveURL(/\/home|\/login/)

  const otherClients = [
    await product.caller(demoAccounts.demo),
    await product.caller(demoAccounts.demo),
  ]
  await page.reload()
  await expect(rows).toHaveCount(3)
  await pressOn(
    page,
    page.getByRole('button', { name: t('security.sessions.endOthers'), exact: true }),
  )
  await pressOn(
    page,
    dialog.getByRole('button', { name: t('security.sessions.endOthers'), exact: true }),
  )
  await expect(toast(page)).toContainText(t('security.sessions.ended', { count: 2 }))
  await expect(rows).toHaveCount(1)
  const responses = await Promise.all(otherClients.map((client) => client.send('GET', '/user/get')))
  expect(responses.map(({ status }) => status)).toEqual([700, 700])
})
