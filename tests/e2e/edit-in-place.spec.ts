/** Cells that are edited in place, and the message that undoes a change. */
import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '#tests/e2e/support/axe.ts'
import { tabTo } from '#tests/e2e/support/keyboard.ts'
import { expectTotal, rowOf } from '#tests/e2e/support/list.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

/** Button with the value of a cell that can be edited. */
const valueOf = (page: Page, name: string, value: string) =>
  rowOf(page, name).getByRole('button', { name: value, exact: true })
/** Places and sizes of all rows and cells. */
const layout = (page: Page) =>
  page
    .locator('thead th, tbody td')
    .evaluateAll((cells) => cells.map((cell) => JSON.stringify(cell.getBoundingClientRect())))

test.use({ viewport: { width: 1280, height: 720 } })

test('a nickname is changed and put back with the keyboard, and nothing shifts', async ({
  page,
  open,
  t,
}) => {
  await open(page, '/UserCenterChild?search=lucywood')
  await expectTotal(page, t, 1)
  await tabTo(page, valueOf(page, 'lucywood', 'Lucy Wood'))
  const before = await layout(page)
  await page.keyboard.press('F2')
  const field = page.getByRole('textbox', {
    name: t('crud.list.cellOf', { field: t('fields.nickname'), name: 'lucywood' }),
  })
  await expect(field).toBeFocused()
  expect(await layout(page)).toEqual(before)
  await page.keyboard.type('x')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription(/\S/)
  expect(await layout(page)).toEqual(before)
  await expectAccessibleInBothThemes(page, 'a cell with an error')

  await field.fill('Lucy')
  await page.keyboard.press('Enter')
  await expect(valueOf(page, 'lucywood', 'Lucy')).toBeFocused()
  expect(await layout(page)).toEqual(before)
  await expectAccessibleInBothThemes(page, 'a message that can be undone')
  await page.keyboard.press('F6')
  await expect(page.getByRole('button', { name: t('toast.undo') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(valueOf(page, 'lucywood', 'Lucy Wood')).toBeFocused()
})

test('a click on a stage opens its choices and not the row, and a choice is saved at once', async ({
  page,
  open,
  t,
}) => {
  await open(page, '/UserWorkSpace')
  const name = 'Tomás Aguirre'
  const row = rowOf(page, name)
  const stage = (code: 'lead' | 'won') =>
    valueOf(page, name, t(`resources.contacts.values.step.${code}`))
  const choices = page.getByRole('combobox', {
    name: t('crud.list.cellOf', { field: t('resources.contacts.fields.step'), name }),
  })
  await stage('lead').click()
  await expect(choices).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await choices.selectOption('won')
  await expect(stage('won')).toBeVisible()
  await expect(choices).toHaveCount(0)
  await page.getByRole('button', { name: t('toast.undo') }).click()
  await expect(stage('lead')).toBeVisible()
  // A click beside the text of the row opens it.
  await row
    .getByRole('cell')
    .nth(4)
    .click({ position: { x: 4, y: 4 } })
  await expect(page.getByRole('dialog')).toBeVisible()
})
