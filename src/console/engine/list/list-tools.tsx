/** Tools at the end of the line above a list: refresh, views, columns, import and export. */
import { t } from '#console/refine/i18n.ts'
import { isReadOnly } from '#console/refine/read-only.ts'
import { ExportButton } from '#console/engine/export/export-button.tsx'
import { ImportButton } from '#console/engine/import/import-button.tsx'
import { ColumnChooser, type ColumnVisibility } from '#console/engine/list/columns.tsx'
import type { RowDensity } from '#console/engine/list/row-density.ts'
import type { RowsProps } from '#console/engine/list/rows.ts'
import { ViewsButton, type SavedViews } from '#console/engine/list/saved-views.tsx'
import { RemoveSelectedButton, type BulkButton } from '#console/engine/list/selection-bar.tsx'
import { RefreshIcon } from '#ui/icons.tsx'

type Props = Pick<RowsProps, 'page' | 'list' | 'widths' | 'getLookupData'> & {
  columns: ColumnVisibility
  density: RowDensity
  saved: SavedViews | undefined
  bulkButtons: readonly BulkButton[]
}

export function ListTools({
  page,
  list,
  widths,
  getLookupData,
  columns,
  density,
  saved,
  bulkButtons,
}: Props) {
  const { rows, state, loading, busy, refresh } = list
  return (
    <div className="tools">
      <RemoveSelectedButton buttons={bulkButtons} />
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
      <ImportButton
        page={page}
        query={state.query}
        getLookupData={getLookupData}
        refresh={refresh}
      />
      {!isReadOnly && (
        <ExportButton
          page={page}
          columns={columns.shown}
          query={state.query}
          sort={state.sort}
          getLookupData={getLookupData}
          disabled={loading || rows.length === 0}
        />
      )}
    </div>
  )
}
