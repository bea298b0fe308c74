/** Two-factor sign-in by keyboard: enabled, used, and disabled with recovery codes. */
import type { Locator, Page } from '@playwright/test'
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { pressOn, typeInto } from '#tests/e2e/support/keyboard.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { codeAt, codePeriodMs } from '#tests/support/actors/authenticator.ts'
import { expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'
import { registrationMessages } from '#tests/e2e/support/registration.ts'

const path = '/UserCenterSecondStep'

const namedButton = (scope: Page | Locator, name: string) =>
  scope.getByRole('button', { name, exact: true })

test('two-factor is enabled, required at sign-in, and disabled with a recovery code', async ({
  page,
  open,
  t,
  lang,
  submitLogin,
}) => {
  test.slow()
  const texts = registrationMessages(lang)
  await open(page, path)
  await expect(page.getByText(t('security.twoFactor.off'), { exact: true })).toBeVisible()
  await expectAccessibleInBothThemes(page, 'off')

  await pressOn(page, namedButton(page, t('security.twoFactor.turnOn')))
  const dialog = page.getByRole('dialog')
  const password = dialog.getByLabel(t('security.password'), { exact: true })
  await expect(password).toBeFocused()
  await page.keyboard.type('not-my-password')
  await page.keyboard.press('Enter')
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await expect(password).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')

  await expect(dialog.getByRole('img', { name: t('security.twoFactor.qr') })).toBeVisible()
  const code = dialog.getByLabel(t('security.code'))
  await expect(code).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  const secret = (await dialog.locator('.app-secret code').innerText()).replace(/\s/g, '')
  await expectAccessibleInBothThemes(page, 'authenticator setup', 'dialog[open]')
  await typeInto(page, code, '000000')
  await page.keyboard.press('Enter')
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(codeAt(secret, Date.now()))
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: t('security.twoFactor.isOn') })).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const codes = await dialog.getByRole('listitem').allInnerTexts()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  const download = page.waitForEvent('download')
  await pressOn(page, namedButton(dialog, t('security.recovery.save')))
  expect((await download).suggestedFilename()).toBe(`${t('security.recovery.file')}.txt`)
  await expectAccessibleInBothThemes(page, 'recovery codes', 'dialog[open]')
  await pressOn(page, namedButton(dialog, t('security.recovery.saved')))
  await expect(dialog).toBeHidden()
  await expect(page.getByText(t('security.twoFactor.on'), { exact: true })).toBeVisible()
  await expectAccessibleInBothThemes(page, 'on')

  await page.goto('/UserCenterExit')
  await expect(page.getByText(t('exit.title'))).toBeVisible()
  await page.goto(`/login?type=1&to=${path}`)
  await submitLogin(page, demoAccounts.demo)
  const codeInput = page.getByLabel(texts('twoFactor.app.label'), { exact: true })
  await expect(codeInput).toBeFocused()
  await expectAccessibleInBothThemes(page, 'code at sign-in')
  // A used code is refused; the code of the next period is accepted early.
  await page.keyboard.type(codeAt(secret, Date.now() + codePeriodMs))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(path)

  await page.goto('/UserCenterExit')
  await expect(page.getByText(t('exit.title'))).toBeVisible()
  await page.goto(`/login?type=1&to=${path}`)
  await submitLogin(page, demoAccounts.demo)
  await expect(codeInput).toBeFocused()
  await pressOn(page, namedButton(page, texts('twoFactor.app.other')))
  await expect(page.getByLabel(texts('twoFactor.recovery.label'), { exact: true })).toBeFocused()
  await page.keyboard.type(codes[0]!.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(path)
  await expect(page.locator('.two-factor').getByText('9', { exact: true })).toBeVisible()

  await pressOn(page, namedButton(page, t('security.twoFactor.disable')))
  await expect(password).toBeFocused()
  await page.keyboard.type(demoPassword)
  await typeInto(page, dialog.getByLabel(t('security.codeOrRecovery')), codes[1]!)
  await expectAccessibleInBothThemes(page, 'disable dialog', 'dialog[open]')
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('security.twoFactor.off'), { exact: true })).toBeVisible()
  await expect(page.locator('.two-factor')).toBeFocused()
})
