/** Columns of a list: which are shown, the chooser, and stacking in narrow tables. */
import { t, messageOf } from '#console/refine/i18n.ts'
import { ColumnsIcon } from '#ui/icons.tsx'
import { Popover } from '#ui/popover.tsx'
import { useState } from 'react'
import { parseJson } from '#client/browser.ts'
import { browserStore } from '#client/storage.ts'
import { notifyUndoable } from '#console/refine/notification.ts'
import type { Column, ListPage } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import type { HiddenColumns } from '#console/engine/list/use-list.ts'
import { matches } from '#console/engine/build-fields.ts'
import { widthLimits } from '#console/engine/list/column-widths.ts'
import type { RowDensity } from '#console/engine/list/row-density.ts'
import type { TableWidths } from '#console/engine/list/table-widths.ts'

/** Popover with checkboxes to show and hide columns, their widths, and the height of the rows. */
export function ColumnChooser({
  visibility: { available, isShown, isFixed, toggle, showAll },
  widths: { of: widthOf, sizes },
  density: { isTall, setTall },
}: {
  visibility: ColumnVisibility
  widths: TableWidths
  density: RowDensity
}) {
  return (
    <Popover className="button only-icon" name={t('crud.list.columns')} label={<ColumnsIcon />}>
      <fieldset className="column-chooser">
        <legend className="visually-hidden">{t('crud.list.columns')}</legend>
        {available.map((column) => {
          const width = widthOf[column.key]
          const label = messageOf(column.label)
          return (
            <div key={column.key}>
              <label>
                <input
                  type="checkbox"
                  checked={isShown(column)}
                  disabled={isFixed(column)}
                  onChange={() => toggle(column)}
                />
                {label}
              </label>
              {width !== undefined && (
                <input
                  type="range"
                  {...widthLimits}
                  aria-label={t('crud.list.widthOf', { field: label })}
                  value={Math.round(width)}
                  onChange={({ target }) => sizes.set(column.key, target.valueAsNumber)}
                />
              )}
            </div>
          )
        })}
        <label className="density">
          <input
            type="checkbox"
            checked={isTall}
            onChange={({ target }) => setTall(target.checked)}
          />
          {t('crud.list.tallRows')}
        </label>
        <p>
          {t('crud.list.columnsHelp')}
          <span>
            <button
              type="button"
              className="text-button"
              disabled={available.every(isShown)}
              onClick={showAll}
            >
              {t('crud.list.allColumns')}
            </button>
            <button
              type="button"
              className="text-button"
              disabled={Object.keys(sizes.chosen).length === 0}
              onClick={sizes.reset}
            >
              {t('crud.list.usualWidths')}
            </button>
          </span>
        </p>
      </fieldset>
    </Popover>
  )
}

export type ColumnVisibility = {
  /** Keys of the hidden columns. */
  readonly hidden: readonly string[]
  /** All columns that apply under the current filters. */
  readonly available: readonly Column[]
  readonly shown: readonly Column[]
  readonly isShown: (column: Column) => boolean
  readonly isFixed: (column: Column) => boolean
  readonly toggle: (column: Column) => void
  readonly showAll: () => void
}

/**
 * Visible columns of a list. Those of a view are in the address; others are saved in this browser
 * if they differ from the default.
 */
export function useColumnVisibility(
  { name, columns }: Pick<ListPage, 'name' | 'columns'>,
  query: Row,
  inAddress: HiddenColumns,
): ColumnVisibility {
  const key = `columns.${name}`
  const defaultHidden = columns
    .filter((column) => column.hiddenByDefault)
    .map((column) => column.key)
  const [stored, setHidden] = useState(() => parseHidden(browserStore.get(key)))
  // Not part of the state: which columns the backend serves may become known later.
  const hidden = inAddress.keys ?? stored ?? defaultHidden
  const storeHidden = (keys: readonly string[]) => {
    if (inAddress.set(keys)) return
    setHidden(keys)
    if (
      keys.length === defaultHidden.length &&
      defaultHidden.every((hiddenKey) => keys.includes(hiddenKey))
    )
      browserStore.remove(key)
    else browserStore.set(key, JSON.stringify(keys))
  }
  const isFixed = (column: Column) => column === columns[0]
  const isShown = (column: Column) => isFixed(column) || !hidden.includes(column.key)
  const available = columns.filter(({ when }) => matches(query, when))
  return {
    hidden: columns.filter((column) => !isShown(column)).map((column) => column.key),
    available,
    shown: available.filter(isShown),
    isShown,
    isFixed,
    toggle: (column) =>
      storeHidden(
        hidden.includes(column.key)
          ? hidden.filter((hiddenKey) => hiddenKey !== column.key)
          : [...hidden, column.key],
      ),
    showAll() {
      storeHidden([])
      const { pathname } = location
      const undo = async () => {
        if (location.pathname === pathname) storeHidden(hidden)
        else browserStore.set(key, JSON.stringify(hidden))
      }
      notifyUndoable(t('crud.list.allColumnsShown'), undo, 'columns')
    },
  }
}

function parseHidden(text: string | null): readonly string[] | undefined {
  const value = parseJson(text)
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined
}

/** Stacks columns under others for a narrow table, unless the other one is hidden. */
export function stackColumns(columns: readonly Column[]): readonly Column[] {
  const isStacked = (column: Column) => columns.some(({ key }) => key === column.stackUnder)
  return columns
    .filter((column) => !isStacked(column))
    .map((column) => {
      const stackedColumns = columns.filter(({ stackUnder }) => stackUnder === column.key)
      return stackedColumns.length > 0 ? { ...column, stacked: stackedColumns } : column
    })
}
