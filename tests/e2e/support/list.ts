/** What a person does with a list of the console. */
import type { Locator, Page } from '@playwright/test'
import { expect } from '#tests/e2e/support/test.ts'
import type { Translate } from '#tests/e2e/support/messages.ts'

export const rowOf = (page: Page, name: string): Locator =>
  page
    .locator('tbody')
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name, exact: true }) })

/** A button of one row, by the words of its action. */
export const actionOf = (page: Page, t: Translate, action: string, name: string): Locator =>
  page.getByRole('button', { name: t('crud.list.actionOf', { action, name }), exact: true })

/** Presses a button of one row, wherever it stands: when there are many they fold into a menu. */
export async function press(page: Page, t: Translate, action: string, name: string): Promise<void> {
  const button = actionOf(page, t, action, name)
  const more = page.getByRole('button', { name: t('crud.list.moreOf', { name }), exact: true })
  await expect(button.or(more).first()).toBeVisible()
  if (!(await button.isVisible())) await more.click()
  await button.click()
}

export const switchOf = (page: Page, t: Translate, name: string): Locator =>
  page.getByRole('switch', {
    name: t('crud.list.actionOf', { action: t('fields.enabled'), name }),
    exact: true,
  })

/** The account names shown, in their order. */
export async function accounts(page: Page): Promise<string[]> {
  return page
    .locator('tbody')
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox') })
    .locator('td:nth-child(3)')
    .allInnerTexts()
}

export async function expectTotal(page: Page, t: Translate, count: number): Promise<void> {
  await expect(page.getByRole('navigation', { name: t('crud.pager.label') })).toContainText(
    t('crud.pager.total', { count, shown: count }),
  )
}

/** Name of a dialog: the question, without the text below it. */
export const asking = (text: string): string => text.split('\n')[0]!
