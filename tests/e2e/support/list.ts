/** Rows, actions and totals of the console's lists. */
import type { Locator, Page } from '@playwright/test'
import { expect } from '#tests/e2e/support/test.ts'
import type { Translate } from '#tests/e2e/support/messages.ts'

export const rowOf = (page: Page, name: string): Locator =>
  page
    .locator('tbody')
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name, exact: true }) })

/** Button of one row, by the label of its action. */
export const actionButton = (page: Page, t: Translate, action: string, name: string): Locator =>
  page.getByRole('button', { name: t('crud.list.actionOf', { action, name }), exact: true })

/** Presses an action of one row, in the row or in its overflow menu. */
export async function pressAction(
  page: Page,
  t: Translate,
  action: string,
  name: string,
): Promise<void> {
  const button = actionButton(page, t, action, name)
  const moreButton = page.getByRole('button', {
    name: t('crud.list.moreOf', { name }),
    exact: true,
  })
  await expect(button.or(moreButton).first()).toBeVisible()
  if (!(await button.isVisible())) await moreButton.click()
  await button.click()
}

export const enabledSwitch = (page: Page, t: Translate, name: string): Locator =>
  page.getByRole('switch', {
    name: t('crud.list.actionOf', { action: t('fields.enabled'), name }),
    exact: true,
  })

/** Account names of the visible rows, in order. */
export async function visibleAccounts(page: Page): Promise<string[]> {
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

/** Accessible name of a confirmation: its question, without the text below. */
export const confirmationName = (text: string): string => text.split('\n')[0]!
