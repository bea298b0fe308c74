/** Row actions as text buttons, with overflow behind a “More” menu. */
import { t, messageOf } from '#console/refine/i18n.ts'
import type { MessageKeys } from '#console/engine/page-model.ts'
import { textWidth } from '#console/ui/text-width.ts'
import { useMediaQuery } from '#console/ui/use-media-query.ts'
import { MoreIcon } from '#ui/icons.tsx'
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

/** How many buttons of a row are words at most; the others are in its menu. */
export const useMaxActions = (isBesideAside: boolean): number =>
  useMediaQuery('(width >= 1440px)') ? 3 : isBesideAside ? 1 : 2

const splitButtons = (buttons: readonly RowButton[], maxShown: number) => {
  const ordered = buttons.toSorted((a, b) => rank(a) - rank(b))
  return { shown: ordered.slice(0, maxShown), others: ordered.slice(maxShown) }
}

/** Destructive actions are last. */
const rank = ({ danger, secondary }: RowButton) => (danger ? 2 : secondary ? 1 : 0)

/** Sizes in CSS pixels (rows.css). */
const textSize = 13
const buttonPadding = 4
const gap = 8
const moreButton = 28

/** Width of the widest of several rows' actions, in CSS pixels. */
export function widthOfActions(rows: readonly (readonly RowButton[])[], maxShown: number): number {
  const hasMenu = rows.some((buttons) => buttons.length > maxShown)
  const wordsOf = (buttons: readonly RowButton[]) =>
    splitButtons(buttons, maxShown).shown.reduce(
      (sum, { label }) => sum + textWidth(messageOf(label), { size: textSize }) + buttonPadding,
      gap * (Math.min(buttons.length, maxShown) - 1),
    )
  return Math.max(0, ...rows.map(wordsOf)) + (hasMenu ? gap + moreButton : 0)
}

export function RowActions({
  buttons,
  maxShown,
  name,
}: {
  buttons: readonly RowButton[]
  maxShown: number
  /** Name of the row. */
  name: string
}) {
  const { shown, others } = splitButtons(buttons, maxShown)
  return (
    <span className="row-actions">
      {shown.map((button) => (
        <ActionButton key={button.name} button={button} rowName={name} />
      ))}
      {others.length > 0 && (
        <Popover
          className="more-button"
          closeOnClick
          lazy
          label={<MoreIcon />}
          name={t('crud.list.moreOf', { name })}
        >
          <div className="menu-list">
            {others.map((button) => (
              <ActionButton key={button.name} button={button} rowName={name} />
            ))}
          </div>
        </Popover>
      )}
    </span>
  )
}

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
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {action}
    </button>
  )
}
