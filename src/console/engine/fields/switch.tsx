/** Switch built on a native checkbox for keyboard and screen reader support. */
import type { InputHTMLAttributes } from 'react'

type NativeProps = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'role' | 'checked' | 'onChange' | 'className'
>

export function Switch({
  isOn,
  onSwitch,
  ...control
}: NativeProps & { isOn: boolean; onSwitch: (flag: 0 | 1) => void }) {
  return (
    <input
      {...control}
      className="switch"
      type="checkbox"
      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox exposes its checked state.
      role="switch"
      checked={isOn}
      onChange={({ target }) => onSwitch(target.checked ? 1 : 0)}
    />
  )
}
