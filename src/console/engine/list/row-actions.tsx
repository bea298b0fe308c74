/** Row actions as text buttons, with overflow behind a “More” menu. */
import { useSyncExternalStore } from 'react'
import { t, messageOf } from '#console/refine/i18n.ts'
import type { MessageKeys, ListPage } from '#console/engine/page-model.ts'
import { Popover } from '#ui/popover.tsx'

export type RowButton = {
  readonly name: string
  readonly label: MessageKeys
  readonly danger: boolean
  readonly secondary?: boolean
  readonly press: () => void
  readonly busy?: boolean
}

/**
 * Above `max` buttons, a wide window moves only the secondary ones into the menu; a narrower one
 * shows `open` buttons.
 */
const open = 2
const max = 3
const wide = '(width >= 1280px)'

export function RowActions({ buttons, name }: { buttons: readonly RowButton[]; name: string }) {
  const isWide = useSyncExternalStore(onWidth, () => matchMedia(wide).matches)
  const overflow =
    buttons.length > max
      ? isWide
        ? buttons.filter(({ secondary }) => secondary)
        : secondaryLast(buttons).slice(open)
      : []
  return (
    <span className="row-actions">
      {buttons
        .filter((button) => !overflow.includes(button))
        .map((button) => (
          <Press key={button.name} button={button} of={name} />
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
                <Press key={button.name} button={button} of={name} />
              ))}
          </div>
        </Popover>
      )}
    </span>
  )
}

const secondaryLast = (buttons: readonly RowButton[]) =>
  buttons.toSorted((a, b) => Number(a.secondary ?? false) - Number(b.secondary ?? false))

function onWidth(listener: () => void): () => void {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

function Press({
  button: { label, danger, press, busy = false },
  of,
}: {
  button: RowButton
  of: string
}) {
  const action = messageOf(label)
  return (
    <button
      type="button"
      className={danger ? 'text-button danger' : 'text-button'}
      aria-label={t('crud.list.actionOf', { action, name: of })}
      aria-busy={busy}
      disabled={busy}
      onClick={press}
    >
      {action}
    </button>
  )
}

/** Whether rows of this page can have any buttons. */
export const hasRowButtons = ({ forms, panels, actions }: ListPage): boolean =>
  forms.length + panels.length + actions.length > 0
