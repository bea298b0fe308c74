/** Above a list: filters or bulk actions and the tools in one line, and what is set below it. */
import type { ReactNode } from 'react'
import { t } from '#console/refine/i18n.ts'
import { isReadOnly } from '#console/refine/read-only.ts'
import { ExportButton } from '#console/engine/export/export-button.tsx'
import { ImportButton } from '#console/engine/import/import-button.tsx'
import { ColumnChooser, type ColumnVisibility } from '#console/engine/list/columns.tsx'
import { FilterBar, FilterChips, useMoreFilters } from '#console/engine/list/filter-bar.tsx'
import type { RowDensity } from '#console/engine/list/row-density.ts'
import type { RowsProps } from '#console/engine/list/rows.ts'
import { ViewChanges, ViewsButton, type SavedViews } from '#console/engine/list/saved-views.tsx'
import {
  RemoveSelectedButton,
  SelectionBar,
  type BulkButton,
} from '#console/engine/list/selection-bar.tsx'
import { useSelectAll } from '#console/engine/list/use-select-all.ts'
import { RefreshIcon } from '#ui/icons.tsx'
import './toolbar.css'

type Props = Pick<RowsProps, 'page' | 'list' | 'widths' | 'getLookupData' | 'selection'> & {
  columns: ColumnVisibility
  density: RowDensity
  saved: SavedViews | undefined
  bulkButtons: readonly BulkButton[]
  /** Of the page, between the filters and the tools. */
  header: ReactNode
  /** Of the page, beside the chips of the filters. */
  status: ReactNode
  /** Called before a button that was pressed disappears. */
  onRemove: () => void
}

export function Toolbar({
  page,
  list,
  widths,
  getLookupData,
  selection,
  columns,
  density,
  saved,
  bulkButtons,
  header,
  status,
  onRemove,
}: Props) {
  const { rows, state, total, loading, busy, refresh } = list
  const selectAll = useSelectAll(page, list, selection)
  const filters = page.filters.filter(({ inAside }) => !inAside)
  const more = useMoreFilters(filters)
  const isSelecting = selection.rows.length > 0
  return (
    <>
      <div className="toolbar">
        {isSelecting ? (
          <SelectionBar buttons={bulkButtons} {...{ selection, selectAll, total }} />
        ) : (
          <FilterBar {...{ filters, more, list, getLookupData }} onClear={onRemove} />
        )}
        {header}
        <div className="tools">
          {!isSelecting && <RemoveSelectedButton buttons={bulkButtons} />}
          <button
            type="button"
            className="button only-icon"
            aria-label={t('crud.list.refresh')}
            title={t('crud.list.refresh')}
            aria-busy={busy}
            onClick={() => void refresh()}
          >
            <RefreshIcon />
          </button>
          {saved && <ViewsButton saved={saved} />}
          <ColumnChooser visibility={columns} widths={widths} density={density} />
          <ImportButton query={state.query} {...{ page, getLookupData, refresh }} />
          {!isReadOnly && (
            <ExportButton
              columns={columns.shown}
              query={state.query}
              sort={state.sort}
              disabled={loading || rows.length === 0}
              {...{ page, getLookupData }}
            />
          )}
        </div>
      </div>
      <div className="list-status">
        <FilterChips filters={more} {...{ list, getLookupData, onRemove }} />
        {saved && <ViewChanges saved={saved} />}
        {status}
      </div>
    </>
  )
}
