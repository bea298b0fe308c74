/** Field type for a row of another list, chosen by searching that list and shown by its title. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { rowOf } from '#console/engine/build-fields.ts'
import {
  plainText,
  type FilterProps,
  type InputProps,
  type KindModule,
  type MeaningOf,
} from '#console/engine/fields/field-type.ts'
import {
  RecordPicker,
  type RecordPickerProps,
  type RecordSource,
} from '#console/engine/fields/record-picker.tsx'
import { t } from '#console/refine/i18n.ts'
import { shapeOf } from '#contract/query.ts'
import { fieldType } from '#contract/vocabulary.ts'
import type { Choice } from '#ui/combobox.tsx'

type Means = MeaningOf<'reference'>
/** Titles by id, found while searching. */
type Titles = Readonly<Record<string, string>>

export const reference: KindModule<Means> = {
  text: (value, { means, row, found }) => {
    const id = String(value)
    const title = plainText(row[means.titleField ?? ''])
    return title || ((found as Titles | undefined)?.[id] ?? id)
  },
  remembers: ({ subject }) => subject().page.path,
  Filter: ({ id, label, means, required, found, values, onChange }: FilterProps<Means>) => (
    <ReferencePicker
      id={id}
      label={label}
      means={means}
      found={found}
      chosen={values[0] ?? ''}
      none={required ? undefined : t('crud.filter.all')}
      known={[]}
      onChoose={(value) => onChange(value ? [value] : [])}
    />
  ),
  Input: ReferenceInput,
}

function ReferenceInput({
  value,
  onChange,
  label,
  means,
  found,
  others,
  readOnly: _readOnly,
  ...control
}: InputProps<Means>) {
  const chosen = plainText(value)
  // The record contains the title of the row that it had when the form opened.
  const [known] = useState(() => {
    const text = plainText(others()[means.titleField ?? ''])
    return chosen && text ? [{ value: chosen, text }] : []
  })
  return (
    <ReferencePicker
      {...control}
      label={label}
      means={means}
      found={found}
      chosen={chosen}
      none={t('crud.form.choose', { field: label })}
      known={known}
      onChoose={(id) => onChange?.(id || undefined)}
    />
  )
}

type PickerProps = Pick<RecordPickerProps, 'id' | 'label' | 'chosen' | 'known' | 'onChoose'> & {
  means: Means
  found: unknown
  /** Option for no row; undefined if there must be one. */
  none: string | undefined
}

function ReferencePicker({ means, found, none, known, ...picker }: PickerProps) {
  const cache = useQueryClient()
  const [remember] = useState(() => ({ value, text }: Choice) => {
    cache.setQueryData<Titles>(['titles', means.subject().page.path], (titles = {}) =>
      titles[value] === text ? titles : { ...titles, [value]: text },
    )
  })
  const remembered = Object.entries((found ?? {}) as Titles)
  return (
    <RecordPicker
      {...picker}
      placeholder={t('crud.picker.search', { field: picker.label })}
      source={sourceOf(means)}
      first={none === undefined ? [] : [{ value: '', text: none }]}
      known={[...known, ...remembered.map(([value, text]) => ({ value, text }))]}
      remember={remember}
    />
  )
}

function sourceOf({ subject, title, search }: Means): RecordSource {
  const { page, get } = subject()
  const fields = Object.entries(shapeOf(rowOf(page) ?? page.output))
  const id = fields.find(([, schema]) => fieldType.get(schema)?.kind === 'id')?.[0] ?? 'id'
  return { page, get, title, search, id }
}
