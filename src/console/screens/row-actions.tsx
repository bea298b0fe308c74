/** What can be done with one row, as text buttons: forms, panels, actions, and what is dangerous last. More than three fold into a menu. */
import { t, word } from '#console/providers/i18n.ts'
import type { Chain, ListPage } from '#console/resolved.ts'
import { Popover } from '#console/screens/popover.tsx'

export type RowButton = {
  readonly name: string
  readonly label: Chain
  readonly danger: boolean
  readonly press: () => void
  readonly busy?: boolean
}

/** Buttons that stand in the open when there are too many for all. */
const open = 2
const most = 3

export function RowActions({ buttons, name }: { buttons: readonly RowButton[]; name: string }) {
  const folded = buttons.length > most ? buttons.slice(open) : []
  return (
    <span className="row-actions">
      {buttons.slice(0, buttons.length - folded.length).map((button) => (
        <Press key={button.name} button={button} of={name} />
      ))}
      {folded.length > 0 && (
        <Popover className="text-button" closes label={t('pages.list.more')} name={t('pages.list.moreOf', { name })}>
          <div className="menu-list">
            {folded.map((button) => (
              <Press key={button.name} button={button} of={name} />
            ))}
          </div>
        </Popover>
      )}
    </span>
  )
}

function Press({ button: { label, danger, press, busy = false }, of }: { button: RowButton; of: string }) {
  const action = word(label)
  return (
    <button
      type="button"
      className={danger ? 'text-button danger' : 'text-button'}
      aria-label={t('pages.list.actionOf', { action, name: of })}
      aria-busy={busy}
      disabled={busy}
      onClick={press}
    >
      {action}
    </button>
  )
}

/** Whether rows of this page can have any button at all. */
export const hasRowButtons = ({ forms, panels, actions }: ListPage): boolean => forms.length + panels.length + actions.length > 0
