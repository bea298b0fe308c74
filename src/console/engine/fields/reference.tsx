/** Field type for a row of another list, chosen by searching that list and shown by its title. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { idFieldOf } from '#console/engine/build-fields.ts'
import { plainText, type FieldTypeUi, type FieldTypeOf } from '#console/engine/fields/field-type.ts'
import { pickerControls, type FieldPickerProps } from '#console/engine/fields/picker.tsx'
import { RecordPicker, type RecordSource } from '#console/engine/fields/record-picker.tsx'
import { t } from '#console/refine/i18n.ts'
import type { Choice } from '#ui/combobox.tsx'

type ReferenceType = FieldTypeOf<'reference'>
/** Titles by id, found while searching. */
type Titles = Readonly<Record<string, string>>

export const reference: FieldTypeUi<ReferenceType> = {
  text: (value, { fieldType, row, lookupData }) => {
    const id = String(value)
    const title = plainText(row[fieldType.titleField ?? ''])
    return title || ((lookupData as Titles | undefined)?.[id] ?? id)
  },
  titlesKey: ({ subject }) => subject().page.path,
  ...pickerControls(ReferencePicker),
}

function ReferencePicker({
  fieldType,
  lookupData,
  none,
  formValues,
  ...picker
}: FieldPickerProps<ReferenceType>) {
  // The record contains the title of the row that it had when the form opened.
  const [known] = useState(() => {
    const text = plainText(formValues?.()[fieldType.titleField ?? ''])
    return picker.chosen && text ? [{ value: picker.chosen, text }] : []
  })
  const cache = useQueryClient()
  const [rememberTitle] = useState(() => ({ value, text }: Choice) => {
    cache.setQueryData<Titles>(['titles', fieldType.subject().page.path], (titles = {}) =>
      titles[value] === text ? titles : { ...titles, [value]: text },
    )
  })
  const rememberedTitles = Object.entries((lookupData ?? {}) as Titles)
  return (
    <RecordPicker
      {...picker}
      placeholder={t('crud.picker.search', { field: picker.label })}
      source={sourceOf(fieldType)}
      fixedChoices={none === undefined ? [] : [{ value: '', text: none }]}
      known={[...known, ...rememberedTitles.map(([value, text]) => ({ value, text }))]}
      onNameFound={rememberTitle}
    />
  )
}

function sourceOf({ subject, title, search }: ReferenceType): RecordSource {
  const { page, get } = subject()
  return { page, get, title, search, id: idFieldOf(page) ?? 'id' }
}
