/** Personal data: who one is, and the name one goes by. */
import { expect, test } from '#tests/e2e/support/test.ts'

test('a new nickname is saved, and shown at once wherever one’s name stands', async ({
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

test('what is typed and not saved yet stays when the language is changed, and nothing warns of losing it', async ({
  page,
  open,
  t,
}) => {
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

test('a nickname of one character is refused in the words of 5.5', async ({
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

test('a change that fails says so in the words of 8.7, and keeps what was typed', async ({
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

test('the page looks the same, whichever pages one has been on before', async ({ page, open }) => {
  const places = () =>
    page.locator('main :is(dt, dd)').evaluateAll((all) =>
      all.map((one) => {
        const text = document.createRange()
        text.selectNodeContents(one)
        return [one.textContent, text.getBoundingClientRect().left]
      }),
    )
  await open(page, '/UserCenterInfo')
  // The security lines come last, each once its own call has answered.
  await expect(page.locator('.security-lines dd').last()).toBeVisible()
  await expect(page.locator('.security-lines dd:empty')).toHaveCount(0)
  const atOnce = await places()
  await page.locator('#menu a[href="/UserCenterIndex"]').click()
  await expect(page.locator('main .glance-card').first()).toBeVisible()
  await page.locator('#menu a[href="/UserCenterInfo"]').click()
  await expect.poll(places).toEqual(atOnce)
})

test('beside the nickname stand the state of one’s sign-in, the way to change it, and one’s data as a file', async ({
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
