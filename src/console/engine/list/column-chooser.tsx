/** Popover with checkboxes to show and hide columns. */
import { t, word } from '#console/refine/i18n.ts'
import type { ColumnsShown } from '#console/engine/list/columns-shown.ts'
import { ColumnsIcon } from '#console/ui/icons.tsx'
import { Popover } from '#console/ui/popover.tsx'

export function ColumnChooser({
  chosen: { offered, isShown, isFixed, toggle, showAll },
}: {
  chosen: ColumnsShown
}) {
  return (
    <Popover className="button only-icon" name={t('pages.list.columns')} label={<ColumnsIcon />}>
      <fieldset className="column-chooser">
        <legend className="unseen">{t('pages.list.columns')}</legend>
        {offered.map((column) => (
          <label key={column.key}>
            <input
              type="checkbox"
              checked={isShown(column)}
              disabled={isFixed(column)}
              onChange={() => toggle(column)}
            />
            {word(column.label)}
          </label>
        ))}
        <p>
          {t('pages.list.columnsHelp')}
          <button
            type="button"
            className="text-button"
            disabled={offered.every(isShown)}
            onClick={showAll}
          >
            {t('pages.list.allColumns')}
          </button>
        </p>
      </fieldset>
    </Popover>
  )
}
