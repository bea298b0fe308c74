/** Quota and its log by keyboard alone, and against the rules of accessibility. */
import { expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'
import { press, rowOf } from '#tests/e2e/support/list.ts'
import {
  amount,
  distributedMessage,
  listOf,
  log,
  modal,
  own,
  question,
  sub,
  submit,
  yes,
} from '#tests/e2e/support/quota.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('quota is given and taken back with the keyboard alone', async ({
  page,
  open,
  t,
  toast,
  product,
}) => {
  const sub1 = await product.caller(sub)
  const had = (await own(sub1)).usableCharNum
  await open(page, listOf)
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
  const opening = t('crud.list.actionOf', {
    action: t('resources.subAccounts.actions.distribute'),
    name: sub,
  })
  await expect(rowOf(page, sub)).toBeVisible()
  await tabTo(opening)
  await keys.press('Enter')
  await expect(amount(page)).toBeFocused()
  await keys.press('ArrowUp')
  await expect(amount(page)).toHaveValue('10000')
  await keys.press('Enter')
  await tabTo(t('ledger.distribution.submit.distribute'))
  await keys.press('Enter')
  await expect(toast(page)).toContainText(distributedMessage(t, 10_000))
  expect((await own(sub1)).usableCharNum).toBe(had + 10_000)
  await expect(modal(page)).toBeHidden()

  await tabTo(opening)
  await keys.press('Enter')
  await expect(amount(page)).toBeFocused()
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
  await expect.poll(async () => (await own(sub1)).usableCharNum).toBe(had)
})

test.describe('accessible in both themes', () => {
  test('distribution in all its states', async ({ page, open, t, expectNoErrors }) => {
    expectNoErrors.expect(
      /failed request: POST .*distribution/,
      /console error: Failed to load resource/,
    )
    await open(page, listOf)
    await press(page, t, t('resources.subAccounts.actions.distribute'), sub)
    await expect(amount(page)).toBeFocused()
    await expectAccessibleInBothThemes(page, 'opened', 'dialog[open]')
    await amount(page).fill('99999999')
    await expectAccessibleInBothThemes(page, 'not enough', 'dialog[open]')
    await amount(page).fill('10000')
    await submit(page, t).click()
    await expect(question(page)).toBeVisible()
    await expectAccessibleInBothThemes(page, 'asked', 'dialog[open]')
    await page.route('**/api/user/distribution', (route) => route.abort())
    await yes(page, t).click()
    await expect(modal(page).getByRole('alert')).toBeVisible()
    await expectAccessibleInBothThemes(page, 'no answer', 'dialog[open]')
  })

  test('the account log', async ({ page, open }) => {
    await open(page, '/UserCenterAccountLog')
    await expect(page).toHaveURL(/logType=/)
    await expectAccessibleInBothThemes(page, 'as it opens')
    for (const type of [
      'DISTRIBUTION',
      'RECHARGE_ORDER_BY_MEMBER_GROUP',
      'TRANSLATION_CONSUME',
      'SYS_MATRIX',
    ]) {
      await page.goto(log(type))
      await expect(page.locator('tbody .tag').first()).toBeVisible()
      await expectAccessibleInBothThemes(page, type)
    }
  })
})
