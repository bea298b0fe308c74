/** Switch built on a native checkbox for keyboard and screen reader support. */
import type { InputHTMLAttributes } from 'react'

type NativeProps = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'role' | 'checked' | 'onChange' | 'className'
>
type Props = NativeProps & {
  isOn: boolean
  /** Ignores presses, but keeps the focus, which a disabled control loses. */
  isBusy?: boolean
  onSwitch: (flag: 0 | 1) => void
}

export function Switch({ isOn, isBusy = false, onSwitch, ...control }: Props) {
  return (
    <input
      {...control}
      className="switch"
      type="checkbox"
      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox exposes its checked state.
      role="switch"
      checked={isOn}
      aria-disabled={isBusy || undefined}
      onChange={({ target }) => isBusy || onSwitch(target.checked ? 1 : 0)}
    />
  )
}
