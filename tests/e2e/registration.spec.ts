/** Invitation, mailed codes, password reset, session link and sign-out with the keyboard alone. */
import type { Page } from '@playwright/test'
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'
import { pressOn, tabTo, typeInto } from '#tests/e2e/support/keyboard.ts'
import { registrationMessages } from '#tests/e2e/support/registration.ts'
import { expectTotal } from '#tests/e2e/support/list.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const newPassword = 'brand-new-1'
const invitedReward = '20,000'

const clipboardOf = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test('an invitation is shared by link or QR code; the invited user is rewarded and listed', async ({
  page,
  context,
  newBrowser,
  open,
  product,
  t,
  lang,
}) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const texts = registrationMessages(lang)
  await open(page, '/UserCenterIndex')
  const copy = (itemKey: 'overview.inviteLink' | 'overview.inviteTextName') =>
    pressOn(
      page,
      page.getByRole('button', { name: t('copy.of', { name: t(itemKey) }), exact: true }),
    )
  await copy('overview.inviteLink')
  await expect
    .poll(() => clipboardOf(page))
    .toMatch(/^http:\/\/[^ ]+\/login\?type=2&inviteCode=YQDEMO26$/)
  const link = await clipboardOf(page)
  await copy('overview.inviteTextName')
  await expect.poll(() => clipboardOf(page)).toContain(`10,000`)
  expect(await clipboardOf(page)).toContain(link)
  const qrButton = page.getByRole('button', { name: t('overview.inviteCode') })
  await pressOn(page, qrButton)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: link })).toBeVisible()
  await expectAccessible(page, 'QR code')
  const download = page.waitForEvent('download')
  await pressOn(page, dialog.getByRole('button', { name: t('overview.inviteSave') }))
  expect((await download).suggestedFilename()).toBe('invite-YQDEMO26.png')
  await page.keyboard.press('Escape')
  await expect(qrButton).toBeFocused()

  const guest = await (await newBrowser()).newPage()
  await guest.goto(link)
  await typeInto(guest, guest.getByLabel(t('fields.username'), { exact: true }), 'wendy')
  await typeInto(guest, guest.getByLabel(t('fields.email'), { exact: true }), 'wendy@example.com')
  await expect(guest.locator('.field-send')).toBeEnabled()
  await pressOn(guest, guest.locator('.field-send'))
  await expect(guest.getByLabel(t('fields.vcode'))).toBeFocused()
  const mail = await product.outbox.lastTo('wendy@example.com')
  expect(mail?.text).toContain(lang === 'zh' ? '验证码' : 'verification code')
  await guest.keyboard.type(await product.outbox.codeFor('wendy@example.com'))
  await typeInto(guest, guest.getByLabel(t('fields.password'), { exact: true }), newPassword)
  await typeInto(guest, guest.getByLabel(t('fields.password2'), { exact: true }), newPassword)
  await pressOn(guest, guest.getByRole('checkbox'), 'Space')
  await pressOn(guest, guest.getByRole('button', { name: texts('register.submit'), exact: true }))
  await expect(guest.getByText(t('landing.login.registered'), { exact: true })).toBeVisible()
  await guest.goto('/login?to=/UserCenterIndex')
  await typeInto(guest, guest.getByLabel(t('landing.login.account')), 'wendy')
  await typeInto(guest, guest.getByLabel(t('fields.password'), { exact: true }), newPassword)
  await guest.keyboard.press('Enter')
  await expect(
    guest
      .getByRole('main')
      .getByText(lang === 'zh' ? '2万' : invitedReward)
      .first(),
  ).toBeVisible()

  await pressOn(page, page.getByRole('link', { name: t('resources.invites.title') }))
  await expect(page).toHaveURL('/UserCenterInvite')
  await expectTotal(page, t, 5)
  await expectAccessible(page, 'invited users')
  await expect(page.getByRole('row').nth(1)).toContainText('w***y')
  await expect(page.getByRole('row').nth(1)).toContainText(t('codes.inviteReward.given'))
})

test('a mail server outage is reported at the code field, and sending again succeeds', async ({
  page,
  product,
  t,
  lang,
}) => {
  const sentence =
    lang === 'zh'
      ? '邮件发送失败，请稍后再试'
      : 'The email could not be sent. Please try again in a moment.'
  product.breakMail(true)
  await page.goto('/login?type=2')
  await typeInto(page, page.getByLabel(t('fields.email'), { exact: true }), 'later@example.com')
  const send = page.locator('.field-send')
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await expect(send).toBeEnabled()
    await pressOn(page, send)
    await expect(page.getByLabel(t('fields.vcode'))).toBeFocused()
    await expect(page.getByLabel(t('fields.vcode'))).toHaveAccessibleDescription(sentence)
  }
  product.breakMail(false)
  await pressOn(page, send)
  await expect(
    page.getByText(registrationMessages(lang)('code.sent'), { exact: true }),
  ).toBeVisible()
  await expect(send).toBeDisabled()
  expect(await product.outbox.codeFor('later@example.com')).toMatch(/^\d{6}$/)
})

test('each step of the password reset passes the accessibility rules in both themes', async ({
  page,
  product,
  t,
  lang,
}) => {
  test.slow()
  const texts = registrationMessages(lang)
  await page.goto('/login')
  await pressOn(page, page.getByRole('button', { name: t('landing.forgot') }))
  const dialog = page.getByRole('dialog', { name: texts('reset.title') })
  await expect(dialog.getByLabel(t('landing.login.account'))).toBeFocused()
  await page.keyboard.type(demoAccounts.monthly)
  await expectAccessibleInBothThemes(page, 'step 1: account', 'dialog[open]')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel(t('fields.vcode'))).toBeFocused()
  await expectAccessibleInBothThemes(page, 'step 2: new password', 'dialog[open]')
  await expect(
    dialog.getByText(texts('reset.sentTo', { email: demoAccounts.monthly, minutes: 10 })),
  ).toBeVisible()
  await page.keyboard.type(await product.outbox.codeFor(demoAccounts.monthly))
  await typeInto(page, dialog.getByLabel(texts('reset.password'), { exact: true }), newPassword)
  await typeInto(page, dialog.getByLabel(t('fields.password2'), { exact: true }), newPassword)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(texts('reset.success'), { exact: true })).toBeVisible()
  await expectAccessibleInBothThemes(page, 'step 3: done', 'dialog[open]')
  await expect(dialog.getByRole('button')).toHaveText([texts('reset.close')])
  await pressOn(page, dialog.getByRole('button', { name: texts('reset.close') }))
  await expect(dialog).toBeHidden()
})

test('the reset dialog asks before Escape or its button discards the input', async ({
  page,
  t,
  lang,
}) => {
  const texts = registrationMessages(lang)
  await page.goto('/login')
  const forgot = page.getByRole('button', { name: t('landing.forgot') })
  const dialog = page.getByRole('dialog', { name: texts('reset.title') })
  const question = page.getByRole('dialog', { name: texts('reset.unsaved') })
  await pressOn(page, forgot)
  const account = dialog.getByLabel(t('landing.login.account'))
  await expect(account).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(forgot).toBeFocused()

  await pressOn(page, forgot)
  await expect(account).toBeFocused()
  await page.keyboard.type('some-account')
  const closeActions = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: texts('reset.close') }).click(),
  ]
  for (const close of [...closeActions, ...closeActions]) {
    await close()
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(account).toHaveValue('some-account')
    await expect(account).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: texts('reset.keep') }).click()
  await expect(account).toHaveValue('some-account')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: texts('reset.discard') }).click()
  await expect(dialog).toBeHidden()
  await expect(forgot).toBeFocused()
})

test('a verification code cannot be resent for a minute, even after a reload', async ({
  page,
  open,
  product,
  t,
  toast,
}) => {
  await open(page, '/UserCenterChangePassword')
  const byCode = page.getByRole('region', {
    name: t('resources.changePassword.forms.resetPassword'),
  })
  const send = byCode.locator('.with-button button').first()
  product.breakMail(true)
  await pressOn(page, send)
  await expect(toast(page)).toContainText(/\S{4}/)
  await expect(send).toBeEnabled()
  product.breakMail(false)
  await pressOn(page, send)
  await expect(toast(page)).toContainText(t('crud.form.codeSent'))
  await expect(send).toBeDisabled()
  await page.reload()
  await expect(send).toHaveText(/\d/)
  await expect(send).toBeDisabled()
})

test('a session link of the desktop client signs in, and the account menu signs out', async ({
  page,
  product,
  t,
}) => {
  const { sk, userId } = await product.signIn(demoAccounts.demo)
  await page.goto(`/UserCenterIndex?t=${sk}&u=${userId}`)
  await expect(page).toHaveURL('/UserCenterIndex')
  await pressOn(page, page.getByRole('button', { name: new RegExp(t('shell.account')) }))
  await pressOn(page, page.getByRole('button', { name: t('shell.signOut') }))
  await expect(page).toHaveURL(/\/home$/)
  await expect(page.getByText(t('frame.account.signedOut'), { exact: true })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
})

test.describe(() => {
  // A fake clock cannot be removed from a shared context.
  test.use({ newContext: true })
  test('the sign-out page leads to the login page by keyboard', async ({
    page,
    open,
    t,
    submitLogin,
  }) => {
    // Installed before the first signed request, because the server refuses clock jumps.
    await page.clock.install()
    await open(page, '/UserCenterInfo')
    await page.goto('/UserCenterExit')
    await expect(page.getByRole('heading', { name: t('exit.title') })).toBeVisible()
    await pressOn(page, page.getByRole('link', { name: t('exit.again') }))
    await expect(page).toHaveURL('/login?type=1')
    await tabTo(page, page.getByLabel(t('landing.login.account')))
    await submitLogin(page, 'demo', demoPassword)
    await expect(page).toHaveURL(/\/home$/)
  })
})
