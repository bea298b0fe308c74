/** Searchable choice: a button that opens a search list. */
import { useState, type AriaAttributes, type ComponentType, type ReactNode } from 'react'
import { plainText, type InputProps, type FieldTypeUi } from '#console/engine/fields/field-type.ts'
import { t } from '#console/refine/i18n.ts'
import { Combobox, type ChoiceGroup } from '#ui/combobox.tsx'
import { DownIcon } from '#ui/icons.tsx'
import { Popover } from '#ui/popover.tsx'

type PickerProps = {
  id?: string
  label: string
  /** Text of the chosen option. */
  text: string
  /** The search list; mounted while open. */
  children: ReactNode
}

export function Picker({ id, label, text, children, ...control }: PickerProps) {
  // Buttons support neither attribute; the label and the error message convey both states.
  const { 'aria-required': _required, 'aria-invalid': invalid, ...aria }: AriaAttributes = control
  const content = (
    <>
      <span>{text}</span>
      <DownIcon />
    </>
  )
  return (
    <Popover
      {...aria}
      {...(id === undefined ? {} : { id })}
      className="control picker"
      label={content}
      name={t('crud.picker.chosen', { field: label, name: text })}
      lazy
      align="start"
      invalid={invalid === 'true' || invalid === true}
    >
      {children}
    </Popover>
  )
}

type ListPickerProps = Omit<PickerProps, 'children'> & {
  placeholder: string
  chosen: string
  /** Option for no value; undefined if there must be one. */
  none: string | undefined
  /** Options that match in groups; without a query all of them, some of which a group may suggest first. */
  find: (query: string) => readonly ChoiceGroup[]
  onChoose: (value: string) => void
}

/** Picker for options that the page knows. */
export function ListPicker({
  placeholder,
  chosen,
  none,
  find,
  onChoose,
  ...picker
}: ListPickerProps) {
  return (
    <Picker {...picker}>
      <ListSearch {...{ label: picker.label, placeholder, chosen, none, find, onChoose }} />
    </Picker>
  )
}

/** Search list of options that the page knows, for the popover of a picker. */
export function ListSearch({
  label,
  placeholder,
  chosen,
  none,
  find,
  onChoose,
}: Omit<ListPickerProps, 'id' | 'text'>) {
  const [query, setQuery] = useState('')
  const groups = find(query)
  return (
    <Combobox
      label={label}
      placeholder={placeholder}
      query={query}
      onType={setQuery}
      groups={[
        { choices: query.trim() === '' && none !== undefined ? [{ value: '', text: none }] : [] },
        ...groups,
      ]}
      chosen={chosen}
      onChoose={({ value }) => onChoose(value)}
    >
      {groups.every(({ choices }) => choices.length === 0) && (
        <output className="search-list-status">{t('crud.picker.none', { query })}</output>
      )}
    </Combobox>
  )
}

/** Props of a picker that serves as filter and as form input of a field type. */
export type FieldPickerProps<T> = Pick<
  InputProps<T>,
  'id' | 'label' | 'fieldType' | 'lookupData'
> & {
  readonly chosen: string
  /** Option for no value; undefined if there must be one. */
  readonly none: string | undefined
  readonly onChoose: (value: string) => void
  /** The record of a form, with its current values. */
  readonly formValues?: InputProps<T>['formValues']
}

/** Filter and form input of a field type whose single value is chosen with a picker. */
export function pickerControls<T>(
  FieldPicker: ComponentType<FieldPickerProps<T>>,
): Required<Pick<FieldTypeUi<T>, 'Filter' | 'Input'>> {
  return {
    Filter: ({ values, required, onChange, ...filter }) => (
      <FieldPicker
        {...filter}
        chosen={values[0] ?? ''}
        none={required ? undefined : t('crud.filter.all')}
        onChoose={(value) => onChange(value ? [value] : [])}
      />
    ),
    Input: ({ value, onChange, readOnly: _readOnly, ...input }) => (
      <FieldPicker
        {...input}
        chosen={plainText(value)}
        none={t('crud.form.choose', { field: input.label })}
        onChoose={(chosen) => onChange?.(chosen || undefined)}
      />
    ),
  }
}
