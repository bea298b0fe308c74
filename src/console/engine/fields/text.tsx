/** Field type for text, with its input and filter. */
import {
  controlProps,
  type FilterProps,
  type InputProps,
  type KindModule,
  type MeaningOf,
} from '#console/engine/fields/field-type.ts'
import { useEffect, useState } from 'react'

/** Plain text field type. */
export const text: KindModule<MeaningOf<'text'>> = {
  text: String,
  Filter: TextFilter,
  Input: TextInput,
}

/** Single-line text input. */
function TextInput(props: InputProps) {
  const { value, onChange } = props
  return (
    <input
      {...controlProps(props)}
      className="control"
      type="text"
      autoComplete="off"
      spellCheck={false}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange?.(event.target.value)}
    />
  )
}

/** Debounce in milliseconds. */
const pause = 500

/** Text filter, debounced while typing and applied at once with Enter. */
function TextFilter({ id, values, onChange }: FilterProps) {
  const given = values[0] ?? ''
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? given
  const take = (text: string) => {
    setTyped(undefined)
    if (text.trim() !== given) onChange(text.trim() ? [text.trim()] : [])
  }

  useEffect(() => {
    if (typed === undefined) return undefined
    const timer = setTimeout(() => take(typed), pause)
    return () => clearTimeout(timer)
  })

  return (
    <input
      id={id}
      className="control"
      type="search"
      autoComplete="off"
      spellCheck={false}
      value={shown}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => typed !== undefined && take(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take(shown)
        if (event.key === 'Escape' && shown) take('')
      }}
    />
  )
}
