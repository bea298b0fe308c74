/** Invitation and unsaved password reset. */
import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/support/axe.ts'
import { pressOn, typeInto } from '#tests/e2e/support/keyboard.ts'
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
