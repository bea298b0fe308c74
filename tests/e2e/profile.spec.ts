/** The profile page: nickname, security summary and data export. */
import { expect, test } from '#tests/e2e/support/test.ts'

test('a saved nickname is shown in the header at once and after a reload', async ({
  page,
  open,
  t,
  toast,
}) => {
  await open(page, '/UserCenterInfo')
  const nickname = page.getByRole('textbox', { name: new RegExp(`^${t('fields.nickname')}`) })
  await nickname.fill('译桥贸易')
  await page.getByRole('button', { name: t('crud.actions.update'), exact: true }).click()
  await expect(toast(page)).toContainText(t('resources.profile.done.update'))
  await expect(page.getByRole('banner')).toContainText('译桥贸易')
  await page.reload()
  await expect(nickname).toHaveValue('译桥贸易')
})

test('unsaved input survives a language change without a warning', async ({ page, open, t }) => {
  await open(page, '/UserCenterInfo')
  const nickname = page.locator('form input').first()
  await expect(nickname).not.toHaveValue('')
  await nickname.fill('译桥贸易')
  const dialogs: string[] = []
  page.on('dialog', (dialog) => void (dialogs.push(dialog.type()), dialog.accept()))
  await page.getByRole('button', { name: t('shell.otherLanguage') }).click()
  await expect(page.getByRole('button', { name: t('shell.otherLanguage') })).toHaveCount(0)
  await expect(nickname).toHaveValue('译桥贸易')
  expect(dialogs).toEqual([])
})

test('a nickname of one character shows the message of spec 5.5', async ({
  page,
  open,
  t,
  lang,
}) => {
  await open(page, '/UserCenterInfo')
  await page.getByRole('textbox', { name: new RegExp(`^${t('fields.nickname')}`) }).fill('x')
  await expect(
    page.getByText(lang === 'zh' ? '昵称至少输入2位' : 'Nickname must be at least 2 characters', {
      exact: true,
    }),
  ).toBeVisible()
})

test('a failed save shows the message of spec 8.7 and keeps the input', async ({
  page,
  open,
  t,
  lang,
  expectNoErrors,
}) => {
  expectNoErrors.expect(/user\/update|status of 500/)
  await open(page, '/UserCenterInfo')
  await page.route('**/user/update', (route) =>
    route.fulfill({ status: 500, json: { success: false, data: null, msg: '' } }),
  )
  const nickname = page.getByRole('textbox', { name: new RegExp(`^${t('fields.nickname')}`) })
  await nickname.fill('Kept')
  await page.getByRole('button', { name: t('crud.actions.update'), exact: true }).click()
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: lang === 'zh' ? '修改失败' : t('resources.profile.failed.update') }),
  ).toBeVisible()
  await expect(nickname).toHaveValue('Kept')
})

test('the layout does not depend on the pages visited before', async ({ page, open }) => {
  const positions = () =>
    page.locator('main :is(dt, dd)').evaluateAll((elements) =>
      elements.map((element) => {
        const text = document.createRange()
        text.selectNodeContents(element)
        return [element.textContent, text.getBoundingClientRect().left]
      }),
    )
  await open(page, '/UserCenterInfo')
  // The security lines load last, each by a request of its own.
  await expect(page.locator('.security-lines dd').last()).toBeVisible()
  await expect(page.locator('.security-lines dd:empty')).toHaveCount(0)
  const initial = await positions()
  await page.locator('#menu a[href="/UserCenterIndex"]').click()
  await expect(page.locator('main .summary-card').first()).toBeVisible()
  await page.locator('#menu a[href="/UserCenterInfo"]').click()
  await expect.poll(positions).toEqual(initial)
})

test('the profile shows and links the security settings and exports the user’s data', async ({
  page,
  open,
  t,
}) => {
  await open(page, '/UserCenterInfo')
  const security = page.getByRole('region', { name: t('security.summary.title') })
  await expect(security).toContainText(t('security.twoFactor.off'))
  await expect(security).toContainText(t('security.summary.deviceCount', { count: 1 }))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: t('cancellation.data.json') }).click()
  expect((await download).suggestedFilename()).toMatch(/\.json$/)
  await security
    .getByRole('link', {
      name: t('crud.list.actionOf', {
        action: t('security.summary.setUp'),
        name: t('resources.twoFactor.title'),
      }),
    })
    .click()
  await expect(page).toHaveURL('/UserCenterSecondStep')
})
