/**
 * Where one is signed in: another browser is shown out from here, one or all of them, by keyboard.
 */
import { demoAccounts } from '#server/seed/demo.ts'
import { expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'
import { pressOn } from '#tests/e2e/support/keyboard.ts'
import { actionOf } from '#tests/e2e/support/list.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const address = '/UserCenterSessions'

test('a browser elsewhere is listed, shown out and gone; and so are all others at once', async ({
  page,
  product,
  typeIn,
  newBrowser,
  t,
  toast,
  expectNoErrors,
}) => {
  // The user whose session ended.
  expectNoErrors.expect(/status (of )?700/)
  test.slow()
  const elsewhere = await (await newBrowser()).newPage()
  await elsewhere.goto('/login?type=1&to=/UserCenterLoginLog')
  await typeIn(elsewhere, demoAccounts.demo)
  await expect(elsewhere).toHaveURL('/UserCenterLoginLog')
  await expect(elsewhere.locator('tbody td').first()).toBeVisible()

  await page.goto(`/login?type=1&to=${address}`)
  await typeIn(page, demoAccounts.demo)
  await expect(page).toHaveURL(address)
  const rows = page.locator('tbody tr.data-row')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(`Chrome · Linux ${t('security.sessions.here')}`)
  await expect(rows.first().getByRole('button')).toHaveCount(0)
  await expectAccessibleInBothThemes(page, 'sessions')

  const end = t('resources.sessions.actions.end')
  await pressOn(page, actionOf(page, t, end, 'Chrome · Linux'))
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(
    t('resources.sessions.confirm.end', { name: 'Chrome · Linux' }),
  )
  await pressOn(page, dialog.getByRole('button', { name: end, exact: true }))
  await expect(toast(page)).toContainText(t('resources.sessions.done.end'))
  await expect(rows).toHaveCount(1)
  await expect(elsewhere).toHaveURL(/\/home|\/login/)

  const strangers = [
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
  const answers = await Promise.all(strangers.map((stranger) => stranger.send('GET', '/user/get')))
  expect(answers.map(({ status }) => status)).toEqual([700, 700])
})
