/** Searchable choice: a button that opens a search list. */
import { useState, type AriaAttributes, type ReactNode } from 'react'
import { t } from '#console/refine/i18n.ts'
import { Combobox, type Choice } from '#ui/combobox.tsx'
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
  // A button has neither state; its label and its error message, which describes it, have both.
  const { 'aria-required': _required, 'aria-invalid': invalid, ...aria }: AriaAttributes = control
  const shown = (
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
      label={shown}
      name={t('crud.picker.chosen', { field: label, name: text })}
      lazily
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
  /** Options that match, all of them without a query. */
  find: (query: string) => readonly Choice[]
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

function ListSearch({
  label,
  placeholder,
  chosen,
  none,
  find,
  onChoose,
}: Omit<ListPickerProps, 'id' | 'text'>) {
  const [query, setQuery] = useState('')
  const hits = find(query)
  return (
    <Combobox
      label={label}
      placeholder={placeholder}
      query={query}
      onType={setQuery}
      groups={[
        { choices: query.trim() === '' && none !== undefined ? [{ value: '', text: none }] : [] },
        { choices: hits },
      ]}
      chosen={chosen}
      onChoose={({ value }) => onChoose(value)}
    >
      {hits.length === 0 && (
        <output className="search-list-says">{t('crud.picker.none', { query })}</output>
      )}
    </Combobox>
  )
}
