/**
 * The second step of signing in: turned on, used, lost and turned off again; by keyboard, with an
 * authenticator app of the test’s own.
 */
import type { Locator, Page } from '@playwright/test'
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { pressOn, typeInto } from '#tests/e2e/support/keyboard.ts'
import { joiningWords } from '#tests/e2e/support/registration.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { codeAt, codePeriodMs } from '#tests/support/actors/authenticator.ts'
import { expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'

const address = '/UserCenterSecondStep'

const namedButton = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true })

test('turned on by password and app, then asked for at the door, and turned off with a recovery code', async ({
  page,
  open,
  t,
  lang,
  typeIn,
}) => {
  test.slow()
  const texts = joiningWords(lang)
  await open(page, address)
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
  await expectAccessibleInBothThemes(page, 'the app', 'dialog[open]')
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
  const saved = page.waitForEvent('download')
  await pressOn(page, namedButton(dialog, t('security.recovery.save')))
  expect((await saved).suggestedFilename()).toBe(`${t('security.recovery.file')}.txt`)
  await expectAccessibleInBothThemes(page, 'recovery codes', 'dialog[open]')
  await pressOn(page, namedButton(dialog, t('security.recovery.safe')))
  await expect(dialog).toBeHidden()
  await expect(page.getByText(t('security.twoFactor.on'), { exact: true })).toBeVisible()
  await expectAccessibleInBothThemes(page, 'on')

  await page.goto('/UserCenterExit')
  await expect(page.getByText(t('exit.title'))).toBeVisible()
  await page.goto(`/login?type=1&to=${address}`)
  await typeIn(page, demoAccounts.demo)
  const codeInput = page.getByLabel(texts('twoFactor.app.label'), { exact: true })
  await expect(codeInput).toBeFocused()
  await expectAccessibleInBothThemes(page, 'asked for a code')
  // The code that turned it on is not taken again; the next one is, a little early.
  await page.keyboard.type(codeAt(secret, Date.now() + codePeriodMs))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(address)

  await page.goto('/UserCenterExit')
  await expect(page.getByText(t('exit.title'))).toBeVisible()
  await page.goto(`/login?type=1&to=${address}`)
  await typeIn(page, demoAccounts.demo)
  await expect(codeInput).toBeFocused()
  await pressOn(page, namedButton(page, texts('twoFactor.app.other')))
  await expect(page.getByLabel(texts('twoFactor.recovery.label'), { exact: true })).toBeFocused()
  await page.keyboard.type(codes[0]!.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(address)
  await expect(page.locator('.two-factor').getByText('9', { exact: true })).toBeVisible()

  await pressOn(page, namedButton(page, t('security.twoFactor.disable')))
  await expect(password).toBeFocused()
  await page.keyboard.type(demoPassword)
  await typeInto(page, dialog.getByLabel(t('security.codeOrRecovery')), codes[1]!)
  await expectAccessibleInBothThemes(page, 'turning it off', 'dialog[open]')
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('security.twoFactor.off'), { exact: true })).toBeVisible()
  await expect(page.locator('.two-factor')).toBeFocused()
})
