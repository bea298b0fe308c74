/** Text filter, debounced while typing and applied at once with Enter. */
import { useEffect, useState } from 'react'
import type { FilterProps } from '#console/engine/fields/field-type.ts'

/** Debounce in milliseconds. */
const pause = 500

export function TextFilter({ id, values, onChange }: FilterProps) {
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
