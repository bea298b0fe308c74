/** Single-line text input. */
import type { InputProps } from '#console/engine/fields/field-type.ts'

export function TextInput({
  value,
  onChange,
  label: _label,
  means: _means,
  found: _found,
  others: _others,
  ...control
}: InputProps) {
  return (
    <input
      {...control}
      className="control"
      type="text"
      autoComplete="off"
      spellCheck={false}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange?.(event.target.value)}
    />
  )
}
