/**
 * Coming by an invitation, getting back in, changing the password, being handed over and leaving:
 * by keyboard alone, with the mails of the outbox.
 */
import type { Page } from '@playwright/test'
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'
import { pressOn, tabTo, typeInto } from '#tests/e2e/support/keyboard.ts'
import { joiningWords } from '#tests/e2e/support/registration.ts'
import { expectTotal } from '#tests/e2e/support/list.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const newPassword = 'brand-new-1'
const invited = '20,000'

const clipboardOf = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test('an owner hands on the link and the QR code; who comes by it is rewarded and listed', async ({
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
  const texts = joiningWords(lang)
  await open(page, '/UserCenterIndex')
  const copy = (what: 'overview.inviteLink' | 'overview.inviteWhat') =>
    pressOn(page, page.getByRole('button', { name: t('copy.of', { what: t(what) }), exact: true }))
  await copy('overview.inviteLink')
  await expect
    .poll(() => clipboardOf(page))
    .toMatch(/^http:\/\/[^ ]+\/login\?type=2&inviteCode=YQDEMO26$/)
  const link = await clipboardOf(page)
  await copy('overview.inviteWhat')
  await expect.poll(() => clipboardOf(page)).toContain(`10,000`)
  expect(await clipboardOf(page)).toContain(link)
  const way = page.getByRole('button', { name: t('overview.inviteCode') })
  await pressOn(page, way)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: link })).toBeVisible()
  await expectAccessible(page, 'QR code')
  const saved = page.waitForEvent('download')
  await pressOn(page, dialog.getByRole('button', { name: t('overview.inviteSave') }))
  expect((await saved).suggestedFilename()).toBe('invite-YQDEMO26.png')
  await page.keyboard.press('Escape')
  await expect(way).toBeFocused()

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
      .getByText(lang === 'zh' ? '2万' : invited)
      .first(),
  ).toBeVisible()

  await pressOn(page, page.getByRole('link', { name: t('resources.invites.title') }))
  await expect(page).toHaveURL('/UserCenterInvite')
  await expectTotal(page, t, 5)
  await expectAccessible(page, 'who came')
  await expect(page.getByRole('row').nth(1)).toContainText('w***y')
  await expect(page.getByRole('row').nth(1)).toContainText(t('codes.inviteReward.given'))
})

test('a mail server that is down is reported at the code, and nobody is registered', async ({
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
  for (let tries = 0; tries < 2; tries += 1) {
    await expect(send).toBeEnabled()
    await pressOn(page, send)
    await expect(page.getByLabel(t('fields.vcode'))).toBeFocused()
    await expect(page.getByLabel(t('fields.vcode'))).toHaveAccessibleDescription(sentence)
  }
  product.breakMail(false)
  await pressOn(page, send)
  await expect(page.getByText(joiningWords(lang)('code.sent'), { exact: true })).toBeVisible()
  await expect(send).toBeDisabled()
  expect(await product.outbox.codeFor('later@example.com')).toMatch(/^\d{6}$/)
})

test('the three steps back in, each without a fault of accessibility in either theme', async ({
  page,
  product,
  t,
  lang,
}) => {
  test.slow()
  const texts = joiningWords(lang)
  await page.goto('/login')
  await pressOn(page, page.getByRole('button', { name: t('landing.forgot') }))
  const dialog = page.getByRole('dialog', { name: texts('reset.title') })
  await expect(dialog.getByLabel(t('landing.login.account'))).toBeFocused()
  await page.keyboard.type(demoAccounts.monthly)
  await expectAccessibleInBothThemes(page, 'the account', 'dialog[open]')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel(t('fields.vcode'))).toBeFocused()
  await expectAccessibleInBothThemes(page, 'the new password', 'dialog[open]')
  await expect(
    dialog.getByText(texts('reset.sentTo', { email: demoAccounts.monthly, minutes: 10 })),
  ).toBeVisible()
  await page.keyboard.type(await product.outbox.codeFor(demoAccounts.monthly))
  await typeInto(page, dialog.getByLabel(texts('reset.password'), { exact: true }), newPassword)
  await typeInto(page, dialog.getByLabel(t('fields.password2'), { exact: true }), newPassword)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(texts('reset.success'), { exact: true })).toBeVisible()
  await expectAccessibleInBothThemes(page, 'done', 'dialog[open]')
  await expect(dialog.getByRole('button')).toHaveText([texts('reset.close')])
  await pressOn(page, dialog.getByRole('button', { name: texts('reset.close') }))
  await expect(dialog).toBeHidden()
})

test('a typed value of the reset dialog is asked about before Escape or its button discards it', async ({
  page,
  t,
  lang,
}) => {
  const texts = joiningWords(lang)
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
  await page.keyboard.type('somebody')
  const ways = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: texts('reset.close') }).click(),
  ]
  for (const leave of [...ways, ...ways]) {
    await leave()
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(account).toHaveValue('somebody')
    await expect(account).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: texts('reset.keep') }).click()
  await expect(account).toHaveValue('somebody')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: texts('reset.discard') }).click()
  await expect(dialog).toBeHidden()
  await expect(forgot).toBeFocused()
})

test('in the console a code that was sent is not sent again for a minute, a reload included', async ({
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

test('handed over by the desktop client, and out again by the account menu', async ({
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
  // Its clock stays in the context.
  test.use({ newContext: true })
  test('the page of leaving says so, and is left at once by keyboard', async ({
    page,
    open,
    t,
    typeIn,
  }) => {
    // Before anything is signed: a clock that is changed in the midst of a request is refused.
    await page.clock.install()
    await open(page, '/UserCenterInfo')
    await page.goto('/UserCenterExit')
    await expect(page.getByRole('heading', { name: t('exit.title') })).toBeVisible()
    await pressOn(page, page.getByRole('link', { name: t('exit.again') }))
    await expect(page).toHaveURL('/login?type=1')
    await tabTo(page, page.getByLabel(t('landing.login.account')))
    await typeIn(page, 'demo', demoPassword)
    await expect(page).toHaveURL(/\/home$/)
  })
})
