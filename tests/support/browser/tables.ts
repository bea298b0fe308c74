/** Reads tables as text, and finds that of a list page. */
import { screen, within } from '@testing-library/react'
import { user } from '#tests/support/browser/user.ts'

/** Rows of the list page: none while there is no table. */
export function listRows(): Element[] {
  const [table] = screen.queryAllByRole('table')
  return table ? bodyRowsOf(table) : []
}

export const listCells = (): string[][] => listRows().map(textsOf)

/** Whether a row has loaded: placeholders have empty cells, a message for no rows has one cell. */
export const hasListRows = (): boolean =>
  listCells().some((cells) => cells.length > 1 && cells.some(Boolean))

/** Whether a row has loaded and has buttons, which are in the last column. */
export const hasListActions = (): boolean =>
  listCells().some((cells) => cells.length > 1 && cells.at(-1) !== '')

/** Buttons of a row of the list page. */
export const rowButtons = (row: Element): HTMLElement[] =>
  within(row.lastElementChild as HTMLElement).queryAllByRole('button')

/** Texts of the actions of a row of the list page, with those in its menu, which stays open. */
export async function actionsOf(row: Element): Promise<string[]> {
  const isMenu = (button: HTMLElement) => button.hasAttribute('aria-expanded')
  const menu = rowButtons(row).find(isMenu)
  if (menu?.getAttribute('aria-expanded') === 'false') await user.click(menu)
  return rowButtons(row)
    .filter((button) => !isMenu(button))
    .map(({ textContent }) => textContent)
}

/** Texts of the cells of each row in the table's body. */
export const cellsOf = (table: HTMLElement): string[][] => bodyRowsOf(table).map(textsOf)

export const bodyRowsOf = (table: HTMLElement): Element[] =>
  [...(table as HTMLTableElement).tBodies].flatMap(({ children }) => [...children])

/** Texts of the cells of each row in the table's foot. */
export const footCellsOf = (table: HTMLElement): string[][] =>
  [...((table as HTMLTableElement).tFoot?.children ?? [])].map(textsOf)

/** Texts of the cells of a row. */
export const textsOf = (row: Element): string[] => [...row.children].map((cell) => cell.textContent)
