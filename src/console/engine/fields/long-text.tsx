/** Field type for text of several lines. */
import { useLayoutEffect, useRef } from 'react'
import {
  controlProps,
  plainText,
  type InputProps,
  type FieldTypeUi,
  type FieldTypeOf,
} from '#console/engine/fields/field-type.ts'
import { TextFilter } from '#console/engine/fields/text.tsx'
import { t } from '#console/refine/i18n.ts'
import { exactCount } from '#client/i18n/format.ts'
import { Popover } from '#ui/popover.tsx'
import './long-text.css'

export const longText: FieldTypeUi<FieldTypeOf<'longText'>> = {
  width: () => ({ usual: 260, least: 96 }),
  text: String,
  Cell: ({ value }) => <LongTextCell text={String(value)} />,
  Filter: TextFilter,
  Input: LongTextInput,
}

/** Characters that two lines of a cell hold in any language. */
const maxLengthOfTwoLines = 40

/** Clipped to two lines; the whole text appears on hover, and opens by click or Enter. */
function LongTextCell({ text }: { text: string }) {
  if (text.length <= maxLengthOfTwoLines && !text.includes('\n')) return text
  return (
    <Popover className="long-text" label={<span>{text}</span>} name={text} lazy align="start">
      <p className="long-text-popover">{text}</p>
    </Popover>
  )
}

/** Share of the limit from which the count is shown. */
const counterThreshold = 0.8

/** Grows with its text; Enter starts a new line. */
function LongTextInput(props: InputProps<FieldTypeOf<'longText'>>) {
  const { value, onChange, fieldType } = props
  const text = plainText(value)
  const textarea = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const control = textarea.current
    if (!control) return
    control.style.height = 'auto'
    control.style.height = `${control.scrollHeight + control.offsetHeight - control.clientHeight}px`
  })
  return (
    <span className="long-text-input">
      <textarea
        {...controlProps(props)}
        ref={textarea}
        className="control"
        rows={3}
        dir="auto"
        value={text}
        onChange={({ target }) => onChange?.(target.value)}
      />
      {text.length >= fieldType.max * counterThreshold && (
        <output data-over={text.length > fieldType.max}>
          {t('crud.form.characters', {
            used: exactCount(text.length),
            limit: exactCount(fieldType.max),
          })}
        </output>
      )}
    </span>
  )
}
