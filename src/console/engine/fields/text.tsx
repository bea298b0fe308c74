/** Field types for text on one line: plain, web and email addresses. */
import {
  controlProps,
  type FilterProps,
  type InputProps,
  type FieldTypeUi,
  type FieldTypeOf,
} from '#console/engine/fields/field-type.ts'
import { messageOf } from '#console/refine/i18n.ts'
import { textWidth } from '#console/ui/text-width.ts'
import { findRefusedCharacter, normalizeOneLine } from '#contract/one-line-text.ts'
import { useEffect, useState, type InputHTMLAttributes } from 'react'

export const text: FieldTypeUi<FieldTypeOf<'text'>> = {
  text: String,
  Filter: TextFilter,
  Input: TextInput,
}

/** The cell opens the page in another tab. */
export const link: FieldTypeUi<FieldTypeOf<'link'>> = {
  width: () => ({ usual: 200, least: 96 }),
  text: String,
  Cell: ({ value }) => (
    <a className="link-cell" href={String(value)} target="_blank" rel="noreferrer">
      {String(value)}
    </a>
  ),
  Filter: TextFilter,
  Input: (props) => <TextInput {...props} keyboard="url" />,
}

/** The cell opens the mail program. */
export const email: FieldTypeUi<FieldTypeOf<'email'>> = {
  width: () => ({ usual: 180, least: 110 }),
  text: String,
  Cell: ({ value }) => (
    <a
      className="link-cell"
      href={`mailto:${encodeURIComponent(String(value)).replaceAll('%40', '@')}`}
    >
      {String(value)}
    </a>
  ),
  Filter: TextFilter,
  // Not type="email": the browser would refuse the form in its own words.
  Input: (props) => <TextInput {...props} keyboard="email" />,
}

/** Single-line text input. `keyboard`: the keys that a phone offers. */
function TextInput({
  keyboard,
  ...props
}: InputProps & { keyboard?: InputHTMLAttributes<HTMLInputElement>['inputMode'] }) {
  const { value, onChange, fieldType } = props
  const isOneTimeCode = fieldType.kind === 'text' && fieldType.oneTimeCode === true
  return (
    <input
      {...controlProps(props)}
      className="control"
      type="text"
      inputMode={keyboard}
      autoCapitalize={keyboard ? 'none' : undefined}
      autoComplete={isOneTimeCode ? 'one-time-code' : 'off'}
      spellCheck={false}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange?.(event.target.value)}
    />
  )
}

/** Horizontal padding of the filter and room of the browser’s clear button, in CSS pixels. */
const placeholderPadding = 38

/** Debounce of the filter, in milliseconds. */
const debounceMs = 500

/**
 * Text filter, debounced while typing and applied at once with Enter. Text with a character that no
 * name can have is not searched for; a message names the character.
 */
export function TextFilter({ id, label, values, onChange }: FilterProps) {
  const applied = values[0] ?? ''
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? applied
  const refused = findRefusedCharacter(normalizeOneLine(shown))
  const apply = (text: string) => {
    const line = normalizeOneLine(text)
    if (findRefusedCharacter(line)) return
    setTyped(undefined)
    if (line !== applied) onChange(line ? [line] : [])
  }

  useEffect(() => {
    if (typed === undefined) return undefined
    const timer = setTimeout(() => apply(typed), debounceMs)
    return () => clearTimeout(timer)
  })

  return (
    <>
      <input
        id={id}
        className="control"
        type="search"
        placeholder={label}
        style={{ minWidth: textWidth(label, { size: 14 }) + placeholderPadding }}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={refused ? true : undefined}
        aria-describedby={refused && `${id}-refused`}
        value={shown}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => typed !== undefined && apply(typed)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply(shown)
          if (event.key === 'Escape' && shown) apply('')
        }}
      />
      {refused && (
        <span id={`${id}-refused`} className="filter-refused" role="alert">
          {messageOf(`rules.${refused.rule}`, { field: label, ...refused })}
        </span>
      )}
    </>
  )
}
