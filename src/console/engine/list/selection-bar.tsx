/** Bulk actions: their bar in place of the filters while rows are selected, and the button before. */
import { exactCount } from '#client/i18n/format.ts'
import { t, messageOf } from '#console/refine/i18n.ts'
import type { MessageKeys } from '#console/engine/page-model.ts'
import type { Selection } from '#console/engine/list/rows.ts'
import type { SelectAll } from '#console/engine/list/use-select-all.ts'
import { DeleteSelectedIcon } from '#ui/icons.tsx'

export type BulkButton = {
  readonly name: string
  readonly label: MessageKeys
  readonly onClick: () => void
}

export function SelectionBar({
  selection: { rows, clear },
  buttons,
  selectAll,
  total,
}: {
  selection: Selection
  buttons: readonly BulkButton[]
  /** Undefined if there are no more rows. */
  selectAll: SelectAll | undefined
  /** Number of rows that match the filters. */
  total: number
}) {
  return (
    <div className="selection-bar" role="group" aria-label={t('crud.list.selectionLabel')}>
      <output>{t('crud.list.selected', { count: rows.length })}</output>
      {buttons.map(({ name, label, onClick }) => (
        <button key={name} type="button" className="button" onClick={onClick}>
          {messageOf(label)}
        </button>
      ))}
      {selectAll && 'run' in selectAll && (
        <button
          type="button"
          className="text-button"
          aria-busy={selectAll.isBusy}
          disabled={selectAll.isBusy}
          onClick={() => void selectAll.run()}
        >
          {t('crud.list.selectMatching', { count: total })}
        </button>
      )}
      <button type="button" className="text-button" onClick={clear}>
        {t('crud.list.unselect')}
      </button>
      {selectAll && 'max' in selectAll && selectAll.max > 0 && (
        <span className="muted">
          {t('crud.list.selectAtMost', { max: exactCount(selectAll.max) })}
        </span>
      )}
    </div>
  )
}

/** Deletes the selected rows; without a selection, a message says so (spec 5.10). */
export function RemoveSelectedButton({ buttons }: { buttons: readonly BulkButton[] }) {
  const button = buttons.find(({ name }) => isRemoval(name))
  if (!button) return null
  const label = messageOf(button.label)
  return (
    <button
      type="button"
      className="button only-icon"
      aria-label={label}
      title={label}
      onClick={button.onClick}
    >
      <DeleteSelectedIcon />
    </button>
  )
}

const isRemoval = (name: string) => name === 'remove'
