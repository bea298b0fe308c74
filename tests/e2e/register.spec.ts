/** Registration, password reset and password change by keyboard, with mailed codes. */
import type { Locator } from '@playwright/test'
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'
import { pressOn, typeInto } from '#tests/e2e/support/keyboard.ts'
import { registrationMessages } from '#tests/e2e/support/registration.ts'
import { homePath } from '#tests/e2e/support/site.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import type { Product } from '#tests/support/server/product.ts'

const phone = { width: 375, height: 740 }
const newPassword = 'brand-new-1'

const codeFor = ({ outbox }: Product, email: string): Promise<string> => outbox.codeFor(email)

test('an invited visitor registers with a mailed code and arrives at the free trial', async ({
  page,
  product,
  t,
  lang,
}) => {
  test.slow()
  const texts = registrationMessages(lang)
  const email = 'nora@example.com'
  await page.addInitScript(() =>
    document.addEventListener('free-test', (event) => {
      const { detail } = event as CustomEvent<{ id: string }>
      const earlier = sessionStorage.getItem('freeTests') ?? ''
      sessionStorage.setItem('freeTests', `${earlier}${location.pathname} ${detail.id};`)
    }),
  )
  await page.goto(`${homePath(lang)}?inviteCode=friend77`)
  await expect(page).toHaveURL(/\/login\?type=2&inviteCode=friend77/)
  await pressOn(page, page.getByRole('link', { name: t('product.name') }).first())
  await expect(page).toHaveURL(/\/home\?inviteCode=friend77/)
  await pressOn(
    page,
    page.getByRole('banner').getByRole('link', { name: t('frame.nav.price'), exact: true }),
  )
  await expect(page).toHaveURL(/price\?inviteCode=friend77/)
  await pressOn(
    page,
    page.getByRole('main').getByRole('link', { name: t('price.trial'), exact: true }),
  )
  await expect(page).toHaveURL(/\/login\?type=2&to=%2FfreeTest%3Fpackage%3D2&inviteCode=friend77/)
  await expect(page.getByText(/friend77/)).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('freeTests'))).toMatch(/^\S*\/price 2;$/)
  const send = page.locator('.field-send')
  await expect(send).toBeDisabled()

  await typeInto(
    page,
    page.getByLabel(texts('register.optional', { field: t('fields.nickname') })),
    'Nora',
  )
  await typeInto(page, page.getByLabel(t('fields.username'), { exact: true }), 'nora')
  await typeInto(page, page.getByLabel(t('fields.email'), { exact: true }), email)
  await expect(send).toBeEnabled()
  await pressOn(page, send)
  await expect(page.getByText(texts('code.sent'), { exact: true })).toBeVisible()
  await expect(page.getByLabel(t('fields.vcode'))).toBeFocused()
  await page.reload()
  await expect(page.getByLabel(t('fields.email'), { exact: true })).toHaveValue(email)
  await expect(send).toBeDisabled()
  await expect(send).toContainText(/[1-6]?\d/)

  await typeInto(page, page.getByLabel(t('fields.vcode')), await codeFor(product, email))
  await typeInto(page, page.getByLabel(t('fields.password'), { exact: true }), newPassword)
  await typeInto(page, page.getByLabel(t('fields.password2'), { exact: true }), newPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('checkbox')).toBeFocused()
  await expect(page.getByRole('checkbox')).toHaveAccessibleDescription(texts('register.agreeFirst'))
  await page.keyboard.press('Space')
  await pressOn(page, page.getByRole('button', { name: texts('register.submit'), exact: true }))

  await expect(page.getByText(t('landing.login.registered'), { exact: true })).toBeVisible()
  const query = new URL(page.url()).searchParams
  expect(Object.fromEntries(query)).toEqual({
    type: '1',
    to: '/freeTest?package=2',
    inviteCode: 'friend77',
  })
  await expect(page.getByLabel(t('landing.login.account'))).toHaveValue(email)
  await expect(page.getByLabel(t('fields.password'), { exact: true })).toBeFocused()
  await page.keyboard.type(newPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/UserCenterChangeTranslateTest')
})

test('a forgotten password is reset with the mailed code, and the new password signs in', async ({
  page,
  product,
  t,
  lang,
}) => {
  const texts = registrationMessages(lang)
  await page.goto('/login')
  await pressOn(page, page.getByRole('button', { name: t('landing.forgot') }))
  const dialog = page.getByRole('dialog', { name: texts('reset.title') })
  const next = dialog.getByRole('button', { name: texts('reset.next'), exact: true })
  await expect(dialog.getByLabel(t('landing.login.account'))).toBeFocused()
  await page.keyboard.type('nobody')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel(t('landing.login.account'))).toHaveAccessibleDescription(
    texts('reset.unknown'),
  )
  await expect(dialog.getByRole('button', { name: texts('reset.previous') })).toHaveCount(0)
  await dialog.getByLabel(t('landing.login.account')).fill('demo')
  await expect(
    dialog.getByText(texts('reset.recipient', { email: 'd***@example.com' }), { exact: true }),
  ).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel(t('fields.vcode'))).toBeFocused()
  await pressOn(page, dialog.getByRole('button', { name: texts('reset.previous') }))
  await expect(dialog.getByLabel(t('landing.login.account'))).toHaveValue('demo')
  await pressOn(page, next)
  await expect(dialog.getByLabel(t('fields.vcode'))).toBeFocused()
  await expect(
    dialog.getByText(texts('reset.sentTo', { email: 'd***@example.com', minutes: 10 })),
  ).toBeVisible()
  await page.keyboard.type(await codeFor(product, demoAccounts.demo))
  await typeInto(page, dialog.getByLabel(texts('reset.password'), { exact: true }), newPassword)
  await typeInto(page, dialog.getByLabel(t('fields.password2'), { exact: true }), newPassword)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(texts('reset.success'), { exact: true })).toBeVisible()
  await expect(dialog.getByRole('button')).toHaveText([texts('reset.close')])
  await expectAccessibleInBothThemes(page, 'reset: done', 'dialog[open]')
  await pressOn(page, dialog.getByRole('button', { name: texts('reset.close') }))
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel(t('landing.login.account'))).toHaveValue('demo')
  await typeInto(page, page.getByLabel(t('fields.password'), { exact: true }), newPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/home$/)
})

test('a password change in the console, by old password or by code, ends the session', async ({
  page,
  open,
  product,
  t,
  toast,
  submitLogin,
  expectNoErrors,
}) => {
  // The event stream ends with the session and checks once for the reason.
  expectNoErrors.expect(/status of 700|status 700: GET .*\/(notice\/unread|user\/get)/)
  test.slow()
  const label = t('resources.changePassword.fields.password')
  const formOf = (form: 'changePassword' | 'resetPassword') =>
    page.getByRole('region', { name: t(`resources.changePassword.forms.${form}`) })
  const submitNewPassword = async (form: Locator, password: string) => {
    await typeInto(page, form.getByRole('textbox', { name: new RegExp(`^${label}`) }), password)
    await typeInto(
      page,
      form.getByRole('textbox', { name: new RegExp(`^${t('fields.password2')}`) }),
      password,
    )
    await page.keyboard.press('Enter')
  }
  await open(page, '/UserCenterChangePassword')
  const oldPassword = formOf('changePassword').getByRole('textbox', {
    name: new RegExp(`^${t('fields.oldPassword')}`),
  })
  await expect(oldPassword).toHaveAttribute('autocomplete', 'current-password')
  await typeInto(page, oldPassword, demoPassword)
  await submitNewPassword(formOf('changePassword'), newPassword)
  await expect(toast(page)).toContainText(t('resources.changePassword.done.changePassword'))
  await expect(page).toHaveURL(/\/home$/)
  expect(await page.evaluate(() => sessionStorage.getItem('sk'))).toBeNull()

  await page.goto('/login?to=/UserCenterChangePassword')
  await submitLogin(page, 'demo', newPassword)
  const byCode = formOf('resetPassword')
  const email = byCode.getByRole('textbox', { name: new RegExp(`^${t('fields.email')}`) })
  await expect(email).toHaveValue(demoAccounts.demo)
  await expect(email).not.toBeEditable()
  await pressOn(page, byCode.getByRole('button', { name: t('crud.form.sendCode') }))
  await expect(toast(page)).toContainText(t('crud.form.codeSent'))
  await byCode
    .getByRole('textbox', { name: new RegExp(`^${t('fields.vcode')}`) })
    .fill(await codeFor(product, demoAccounts.demo))
  await submitNewPassword(byCode, `${newPassword}2`)
  await expect(page).toHaveURL(/\/home$/)
  await page.goto('/login')
  await submitLogin(page, 'demo', `${newPassword}2`)
  await expect(page).toHaveURL(/\/home$/)
})

test('registration, password reset and password change pass the accessibility rules', async ({
  page,
  open,
  t,
  lang,
}) => {
  test.slow()
  const texts = registrationMessages(lang)
  for (const size of [null, phone]) {
    if (size) await page.setViewportSize(size)
    const device = size ? 'phone' : 'desktop'
    await page.goto('/login?type=2&inviteCode=friend77')
    // Without errors it has the same elements, less the messages.
    await page.getByRole('button', { name: texts('register.submit'), exact: true }).click()
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(6)
    // A phone shows the same elements in the same colours; `phone.spec.ts` checks its sizes.
    const expectRules = async (...scope: Parameters<typeof expectAccessibleInBothThemes>) => {
      if (!size) await expectAccessibleInBothThemes(...scope)
    }
    await expectRules(page, `register with empty fields, ${device}`)
    await page.getByRole('button', { name: t('landing.agreement.link') }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectRules(page, `agreement, ${device}`, 'dialog[open]')
    await page.goto('/login')
    await page.getByRole('button', { name: t('landing.forgot') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('landing.login.account')).fill(size ? 'monthly' : 'demo')
    await expectRules(page, `reset: account, ${device}`, 'dialog[open]')
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel(t('fields.vcode'))).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.locator('[aria-invalid=true]')).toHaveCount(3)
    await expectRules(page, `reset: new password, ${device}`, 'dialog[open]')
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    ).toBe(0)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/UserCenterChangePassword')
  await page.getByRole('main').locator('[type=submit]').first().click()
  await expectAccessibleInBothThemes(page, 'change password')
})
