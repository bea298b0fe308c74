/** Row actions as text buttons, with overflow behind a “More” menu. */
import { t, messageOf } from '#console/refine/i18n.ts'
import type { MessageKeys, ListPage } from '#console/engine/page-model.ts'
import { useMediaQuery } from '#console/ui/use-media-query.ts'
import { Popover } from '#ui/popover.tsx'

export type RowButton = {
  readonly name: string
  readonly label: MessageKeys
  readonly danger: boolean
  /** Moves into the menu first. */
  readonly secondary?: boolean
  readonly onClick: () => void
  readonly busy?: boolean
}

/**
 * Beyond this number of buttons, a wide window moves only the secondary ones into the menu; a
 * narrower one shows `shownWhenNarrow` buttons.
 */
const maxShown = 3
const shownWhenNarrow = 2
const wideQuery = '(width >= 1280px)'

export function RowActions({ buttons, name }: { buttons: readonly RowButton[]; name: string }) {
  const isWide = useMediaQuery(wideQuery)
  const overflow =
    buttons.length > maxShown
      ? isWide
        ? buttons.filter(({ secondary }) => secondary)
        : secondaryLast(buttons).slice(shownWhenNarrow)
      : []
  return (
    <span className="row-actions">
      {buttons
        .filter((button) => !overflow.includes(button))
        .map((button) => (
          <ActionButton key={button.name} button={button} rowName={name} />
        ))}
      {overflow.length > 0 && (
        <Popover
          className="text-button"
          closeOnClick
          label={t('crud.list.more')}
          name={t('crud.list.moreOf', { name })}
        >
          <div className="menu-list">
            {buttons
              .filter((button) => overflow.includes(button))
              .map((button) => (
                <ActionButton key={button.name} button={button} rowName={name} />
              ))}
          </div>
        </Popover>
      )}
    </span>
  )
}

const secondaryLast = (buttons: readonly RowButton[]) =>
  buttons.toSorted((a, b) => Number(a.secondary ?? false) - Number(b.secondary ?? false))

function ActionButton({
  button: { label, danger, onClick, busy = false },
  rowName,
}: {
  button: RowButton
  rowName: string
}) {
  const action = messageOf(label)
  return (
    <button
      type="button"
      className={danger ? 'text-button danger' : 'text-button'}
      aria-label={t('crud.list.actionOf', { action, name: rowName })}
      aria-busy={busy}
      disabled={busy}
      onClick={onClick}
    >
      {action}
    </button>
  )
}

/** Whether rows of this page can have any buttons. */
export const hasRowButtons = ({ forms, panels, actions }: ListPage): boolean =>
  forms.length + panels.length + actions.length > 0
