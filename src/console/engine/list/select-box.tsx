/** Checkbox that selects rows: ticked at once, while the rest of the list follows. */
import { startTransition, useOptimistic } from 'react'

type Props = {
  label: string
  isSelected: boolean
  /** Some of its rows are selected. */
  isMixed?: boolean
  disabled?: boolean
  onSelect: (isSelected: boolean) => void
}

export function SelectBox({
  label,
  isSelected,
  isMixed = false,
  disabled = false,
  onSelect,
}: Props) {
  const [isChecked, setChecked] = useOptimistic(isSelected)
  return (
    <input
      type="checkbox"
      className="tick"
      aria-label={label}
      checked={isChecked}
      disabled={disabled}
      ref={(box) => {
        if (box) box.indeterminate = isMixed && !isChecked
      }}
      onChange={({ target: { checked } }) =>
        startTransition(() => {
          setChecked(checked)
          onSelect(checked)
        })
      }
    />
  )
}
