/** Widths of all columns of a list's table, which fill the container of the rows. */
import { useMemo } from 'react'
import {
  cellPadding,
  fitWidths,
  isNumericColumn,
  useColumnSizes,
  widthOfColumn,
  type ColumnSizes,
  type ColumnWidth,
} from '#console/engine/list/column-widths.ts'
import { widthOfActions } from '#console/engine/list/row-actions.tsx'
import { exampleRows, hasRowButtons, rowButtons } from '#console/engine/list/row-buttons.ts'
import type { Column, ListPage } from '#console/engine/page-model.ts'
import { t } from '#console/refine/i18n.ts'
import { textWidth } from '#console/ui/text-width.ts'

/** Keys of the columns that are no fields. */
export const selectKey = '#select'
export const indexKey = '#index'
export const actionsKey = '#operate'

/** In CSS pixels. */
const selectWidth = 36
const minIndexWidth = 38
/** More padding of the first cell, and of a number in the last column, than of others (rows.css). */
const edgePadding = 6
const headingSize = 12

export type TableWidths = {
  /** Widths in CSS pixels by the key of the column. */
  readonly of: Readonly<Record<string, number>>
  readonly total: number
  /** How many buttons of a row are words. */
  readonly shownActions: number
  readonly sizes: ColumnSizes
}

type Options = {
  page: ListPage
  columns: readonly Column[]
  /** Width of the container in CSS pixels. */
  available: number
  isSortable: (column: Column) => boolean
  /** How many buttons of a row are words at most. */
  maxActions: number
}

export function useTableWidths(options: Options): TableWidths {
  const { page, columns, available, isSortable, maxActions } = options
  const actions = useMemo(() => actionsColumns(page, maxActions), [page, maxActions])
  const sizes = useColumnSizes(page.name)
  const [lastColumn] = columns.slice(-1)
  const endsWithNumber = lastColumn !== undefined && isNumericColumn(lastColumn)
  const usual: [key: string, width: ColumnWidth][] = [
    ...(page.isSelectable ? [[selectKey, fixed(selectWidth)] as const] : []),
    ...(page.rowNumbers
      ? [[indexKey, fixed(Math.max(minIndexWidth, headingWidth(t('crud.list.index'))))] as const]
      : []),
    ...columns.map(
      (column, index) =>
        [column.key, widthOfColumn(column, columns[index - 1], isSortable)] as const,
    ),
  ].map(([key, width], index, { length }) => [
    key,
    index === 0 || (index === length - 1 && endsWithNumber) ? withEdge(width) : width,
  ])
  const least = usual.reduce((sum, [, width]) => sum + width.least, 0)
  const shownActions = actions.findLastIndex((width) => least + width <= available) + 1 || 1
  const actionsWidth = actions[shownActions - 1]
  const all = [
    ...usual.map(([key, width]) => {
      const chosen = sizes.chosen[key]
      return [key, chosen === undefined ? width : fixed(chosen)] as const
    }),
    ...(actionsWidth === undefined ? [] : [[actionsKey, fixed(actionsWidth)] as const]),
  ]
  const widths = fitWidths(
    all.map(([, width]) => width),
    available,
  )
  return {
    of: Object.fromEntries(all.map(([key], index) => [key, widths[index]!])),
    total: widths.reduce((sum, width) => sum + width, 0),
    shownActions,
    sizes,
  }
}

const fixed = (width: number): ColumnWidth => ({ usual: width, least: width, growth: 0 })

const withEdge = ({ usual, least, growth }: ColumnWidth): ColumnWidth => ({
  usual: usual + edgePadding,
  least: least + edgePadding,
  growth,
})

const headingWidth = (text: string) =>
  textWidth(text, { size: headingSize, weight: 600 }) + cellPadding

/** Widths of the actions' column with one button as a word, with two, and so on. */
function actionsColumns(page: ListPage, maxActions: number): number[] {
  if (!hasRowButtons(page)) return []
  const buttons = exampleRows(page).map(
    rowButtons(page, {
      openForm: doNothing,
      openPanel: doNothing,
      runAction: doNothing,
      runningAction: undefined,
    }),
  )
  const heading = headingWidth(t('crud.list.operate'))
  return Array.from({ length: maxActions }, (_, index) => {
    const width = Math.max(heading, widthOfActions(buttons, index + 1) + cellPadding)
    return width + actionsMargin
  })
}

const doNothing = () => undefined

/** Room at the end of the table, in CSS pixels. */
const actionsMargin = 4
