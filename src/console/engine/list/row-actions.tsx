/**
 * What can be done with one row, as text buttons. In a wide window only the secondary ones stand
 * behind “More”; in a narrower one all but two, where there are more than three.
 */
import { useSyncExternalStore } from 'react'
import { t, word } from '#console/refine/i18n.ts'
import type { MessageKeys, ListPage } from '#console/engine/page-model.ts'
import { Popover } from '#console/ui/popover.tsx'

export type RowButton = {
  readonly name: string
  readonly label: MessageKeys
  readonly danger: boolean
  readonly secondary?: boolean
  readonly press: () => void
  readonly busy?: boolean
}

/**
 * Buttons that stand in the open when there are too many for all. A window is wide from so many
 * pixels on.
 */
const open = 2
const max = 3
const wide = '(width >= 1280px)'

export function RowActions({ buttons, name }: { buttons: readonly RowButton[]; name: string }) {
  const isWide = useSyncExternalStore(onWidth, () => matchMedia(wide).matches)
  const folded =
    buttons.length > max
      ? isWide
        ? buttons.filter(({ secondary }) => secondary)
        : secondaryLast(buttons).slice(open)
      : []
  return (
    <span className="row-actions">
      {buttons
        .filter((button) => !folded.includes(button))
        .map((button) => (
          <Press key={button.name} button={button} of={name} />
        ))}
      {folded.length > 0 && (
        <Popover
          className="text-button"
          closes
          label={t('pages.list.more')}
          name={t('pages.list.moreOf', { name })}
        >
          <div className="menu-list">
            {buttons
              .filter((button) => folded.includes(button))
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
export const hasRowButtons = ({ forms, panels, actions }: ListPage): boolean =>
  forms.length + panels.length + actions.length > 0
