/** Widths of all columns of a list's table, which fill the container of the rows. */
import { useMemo } from 'react'
import {
  cellPadding,
  fitWidths,
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
const selectWidth = 40
const minIndexWidth = 44
/** More padding of the first cell than of the others (rows.css). */
const edgePadding = 6
const headingSize = 12

export type TableWidths = {
  /** Widths in CSS pixels by the key of the column. */
  readonly of: Readonly<Record<string, number>>
  readonly total: number
  readonly sizes: ColumnSizes
}

type Options = {
  page: ListPage
  columns: readonly Column[]
  /** Width of the container in CSS pixels. */
  available: number
  isSortable: (column: Column) => boolean
  shownActions: number
}

export function useTableWidths(options: Options): TableWidths {
  const { page, columns, available, isSortable, shownActions } = options
  const actions = useMemo(() => actionsColumn(page, shownActions), [page, shownActions])
  const sizes = useColumnSizes(page.name)
  const all: [key: string, width: ColumnWidth][] = [
    ...(page.isSelectable ? [[selectKey, fixed(selectWidth)] as const] : []),
    ...(page.rowNumbers
      ? [[indexKey, fixed(Math.max(minIndexWidth, headingWidth(t('crud.list.index'))))] as const]
      : []),
    ...columns.map((column, index) => {
      const chosen = sizes.chosen[column.key]
      return [
        column.key,
        chosen === undefined
          ? widthOfColumn(column, columns[index - 1], isSortable)
          : fixed(chosen),
      ] as const
    }),
    ...actions,
  ].map(([key, width]) => [key, width])
  const widths = fitWidths(
    all.map(([, width], index) => (index === 0 ? withEdge(width) : width)),
    available,
  )
  const total = widths.reduce((sum, width) => sum + width, 0)
  return {
    of: Object.fromEntries(all.map(([key], index) => [key, widths[index]!])),
    total,
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

function actionsColumn(page: ListPage, shownActions: number): [string, ColumnWidth][] {
  if (!hasRowButtons(page)) return []
  const buttons = exampleRows(page).map(
    rowButtons(page, {
      openForm: doNothing,
      openPanel: doNothing,
      runAction: doNothing,
      runningAction: undefined,
    }),
  )
  const width = Math.max(
    headingWidth(t('crud.list.operate')),
    widthOfActions(buttons, shownActions) + cellPadding,
  )
  return [[actionsKey, fixed(width + actionsMargin)]]
}

const doNothing = () => undefined

/** Room at the end of the table, in CSS pixels. */
const actionsMargin = 8
