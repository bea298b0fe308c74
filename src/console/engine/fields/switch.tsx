/**
 * A switch: the browser's own checkbox, so that keyboard and screen readers need nothing of ours.
 */
import type { InputHTMLAttributes } from 'react'

type Rest = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'role' | 'checked' | 'onChange' | 'className'
>

export function Switch({
  on,
  onFlip,
  ...control
}: Rest & { on: boolean; onFlip: (to: 0 | 1) => void }) {
  return (
    <input
      {...control}
      className="switch"
      type="checkbox"
      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the checkbox itself tells whether it is checked.
      role="switch"
      checked={on}
      onChange={({ target }) => onFlip(target.checked ? 1 : 0)}
    />
  )
}
