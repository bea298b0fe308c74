/** Quota distribution and account log: keyboard use and accessibility rules. */
import { expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'
import { navigate } from '#tests/e2e/support/navigate.ts'
import { pressAction, rowOf } from '#tests/e2e/support/list.ts'
import {
  amountInput,
  listUrl,
  logUrl,
  modal,
  balancesOf,
  confirmation,
  subAccountName,
  submitButton,
  confirmButton,
} from '#tests/e2e/support/quota.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('quota is distributed and reclaimed with the keyboard alone', async ({
  page,
  open,
  t,
  toast,
  product,
}) => {
  const sub = await product.caller(subAccountName)
  const before = (await balancesOf(sub)).usableCharNum
  await open(page, listUrl)
  const keys = page.keyboard
  const tabTo = async (name: string) => {
    const target = page.getByRole('button', { name, exact: true }).last()
    for (let tabs = 0; tabs < 120; tabs += 1) {
      if (
        (await target.count()) > 0 &&
        (await target.evaluate((element) => element === document.activeElement))
      )
        return
      await keys.press('Tab')
    }
    throw new Error(`Tab does not reach ${name}.`)
  }
  const openLabel = t('crud.list.actionOf', {
    action: t('resources.subAccounts.actions.distribute'),
    name: subAccountName,
  })
  await expect(rowOf(page, subAccountName)).toBeVisible()
  await tabTo(openLabel)
  await keys.press('Enter')
  await expect(amountInput(page)).toBeFocused()
  await keys.press('ArrowUp')
  await expect(amountInput(page)).toHaveValue('10000')
  await keys.press('Enter')
  await tabTo(t('ledger.distribution.submit.distribute'))
  await keys.press('Enter')
  await expect(toast(page)).toContainText(t('crud.done.default'))
  expect((await balancesOf(sub)).usableCharNum).toBe(before + 10_000)
  await expect(modal(page)).toBeHidden()

  await tabTo(openLabel)
  await keys.press('Enter')
  await expect(amountInput(page)).toBeFocused()
  await keys.press('Shift+Tab')
  await keys.press('Shift+Tab')
  await keys.press('ArrowRight')
  await expect(
    modal(page).getByRole('radio', { name: t('ledger.distribution.reclaim') }),
  ).toBeChecked()
  await keys.press('Tab')
  await keys.press('ArrowRight')
  await expect(modal(page).getByRole('tab', { selected: true })).toContainText(
    t('ledger.units.voices'),
  )
  await keys.press('ArrowLeft')
  await keys.press('Tab')
  await keys.press('ArrowUp')
  await keys.press('Enter')
  await tabTo(t('ledger.distribution.submit.reclaim'))
  await keys.press('Enter')
  await expect(modal(page)).toBeHidden()
  await expect.poll(async () => (await balancesOf(sub)).usableCharNum).toBe(before)
})

test.describe('in both themes', () => {
  test('every state of the distribution dialog passes the accessibility rules', async ({
    page,
    open,
    t,
    expectNoErrors,
  }) => {
    expectNoErrors.expect(
      /failed request: POST .*distribution/,
      /console error: Failed to load resource/,
    )
    await open(page, listUrl)
    await pressAction(page, t, t('resources.subAccounts.actions.distribute'), subAccountName)
    await expect(amountInput(page)).toBeFocused()
    await expectAccessibleInBothThemes(page, 'opened', 'dialog[open]')
    await amountInput(page).fill('99999999')
    await expectAccessibleInBothThemes(page, 'insufficient balance', 'dialog[open]')
    await amountInput(page).fill('10000')
    await submitButton(page, t).click()
    await expect(confirmation(page)).toBeVisible()
    await expectAccessibleInBothThemes(page, 'confirmation', 'dialog[open]')
    await page.route('**/api/user/all/distribution', (route) => route.abort())
    await confirmButton(page, t).click()
    await expect(modal(page).getByRole('alert')).toBeVisible()
    await expectAccessibleInBothThemes(page, 'lost response', 'dialog[open]')
  })

  test('the account log passes the accessibility rules', async ({ page, open }) => {
    await open(page, '/UserCenterAccountLog')
    await expect(page).toHaveURL(/logType=/)
    await expectAccessibleInBothThemes(page, 'default type')
    // Rows of one type have columns of what they change; all types have the same elements.
    const type = 'DISTRIBUTION'
    await navigate(page, logUrl(type))
    await expect(page).toHaveURL(logUrl(type))
    await expect(page.locator('tbody .waiting')).toHaveCount(0)
    await expect(page.locator('tbody .tag').first()).toBeVisible()
    await expectAccessibleInBothThemes(page, type, 'main')
  })
})
