/** Field type for tags, with its input. */
import { Fragment, useRef, useState } from 'react'
import type { FieldTypeUi, FieldTypeOf, InputProps } from '#console/engine/fields/field-type.ts'
import { t } from '#console/refine/i18n.ts'
import { CloseIcon } from '#ui/icons.tsx'
import './tags.css'

/** Characters that end a tag while typing and separate tags in pasted text. */
const separators = /[,，、\n]/

const tagsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : []

/** List of short texts, each rendered as a tag. */
export const tags: FieldTypeUi<FieldTypeOf<'tags'>> = {
  width: () => ({ usual: 120, least: 64 }),
  text: (value) => tagsIn(value).join(t('crud.tags.between')),
  Cell: ({ value }) => (
    <span className="tags">
      {tagsIn(value).map((tag, index) => (
        <Fragment key={tag}>
          {index > 0 && <span className="visually-hidden">{t('crud.tags.between')}</span>}
          <span className="tag">{tag}</span>
        </Fragment>
      ))}
    </span>
  ),
  Input: TagsInput,
}

/** Tag input: Enter or a comma adds a tag, Backspace in the empty input removes the last one. */
function TagsInput({
  value,
  onChange,
  label,
  fieldType: { maxCount, maxLength },
  lookupData: _lookupData,
  formValues: _formValues,
  readOnly: _readOnly,
  ...control
}: InputProps<FieldTypeOf<'tags'>>) {
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const tags = tagsIn(value)
  const isFull = tags.length >= maxCount

  const addTags = (text: string) => {
    const added = [
      ...new Set(text.split(separators).map((tag) => tag.trim().slice(0, maxLength))),
    ].filter((tag) => tag && !tags.includes(tag))
    setTyped('')
    if (added.length > 0) onChange?.([...tags, ...added].slice(0, maxCount))
  }
  const removeTag = (tag: string) => {
    onChange?.(tags.filter((other) => other !== tag))
    input.current?.focus()
  }

  return (
    <span className="control tags-input">
      {tags.map((tag) => (
        <span key={tag} className="tag">
          {tag}
          <button
            type="button"
            aria-label={t('crud.tags.remove', { tag })}
            onClick={() => removeTag(tag)}
          >
            <CloseIcon />
          </button>
        </span>
      ))}
      <input
        {...control}
        ref={input}
        type="text"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="enter"
        readOnly={isFull}
        maxLength={maxLength + 1}
        placeholder={
          isFull
            ? t('crud.tags.full', { limit: maxCount })
            : tags.length === 0
              ? t('crud.tags.hint', { field: label })
              : ''
        }
        value={typed}
        onChange={({ target }) =>
          separators.test(target.value) ? addTags(target.value) : setTyped(target.value)
        }
        onBlur={() => typed && addTags(typed)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter' && typed) {
            event.preventDefault()
            addTags(typed)
          }
          if (event.key === 'Backspace' && !typed && tags.length > 0) onChange?.(tags.slice(0, -1))
        }}
      />
    </span>
  )
}
