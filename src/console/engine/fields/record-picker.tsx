/** Choice of a row of another list, searched on the server while typing. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { totalCount } from '#client/i18n/format.ts'
import { call } from '#client/api/call.ts'
import { plainText } from '#console/engine/fields/field-type.ts'
import { Picker } from '#console/engine/fields/picker.tsx'
import { t } from '#console/refine/i18n.ts'
import { useDebounced } from '#console/ui/use-debounced.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { shapeOf } from '#contract/query.ts'
import { Combobox, type Choice } from '#ui/combobox.tsx'

/** The list that is searched. */
export type RecordSource = {
  readonly page: Endpoint
  /** Returns one row; takes its id. */
  readonly get?: Endpoint | undefined
  /** Parameter of `page` that takes the query. */
  readonly search: string
  /** Fields of a row with its id and its name. */
  readonly id: string
  readonly title: string
}

type RecordPickerProps = {
  id?: string
  label: string
  placeholder: string
  source: RecordSource
  chosen: string
  /** Choices other than a row, listed first: none, or everybody. */
  fixedChoices: readonly Choice[]
  /** Rows whose names are known. */
  known: readonly Choice[]
  onChoose: (value: string) => void
  /** Called with each row whose name was found, so that other parts of the page can show it. */
  onNameFound: (choice: Choice) => void
}

/** Debounce before a search, in milliseconds. */
const searchDebounce = 250
const maxResults = 50

export function RecordPicker({
  label,
  placeholder,
  source,
  chosen,
  fixedChoices,
  known,
  onChoose,
  onNameFound,
  ...control
}: RecordPickerProps) {
  const { get } = source
  const [picked, setPicked] = useState<readonly Choice[]>([])
  const listed = [...fixedChoices, ...known, ...picked].find(({ value }) => value === chosen)
  // The name of a value from the URL or from the record is not known yet.
  const { data } = useQuery({
    queryKey: ['record', get?.path, chosen],
    queryFn: async ({ signal }) => {
      const [id = ''] = Object.keys(shapeOf(get!.input))
      return (await call(get!, { [id]: chosen }, { signal, quiet: true })) as Row
    },
    enabled: chosen !== '' && !listed && get !== undefined,
  })
  const loaded = data && choiceOf(source, data)
  useEffect(() => {
    if (loaded) onNameFound(loaded)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the choice derives from the data.
  }, [data, onNameFound])
  const choose = (choice: Choice) => {
    if (!fixedChoices.some(({ value }) => value === choice.value)) {
      setPicked([choice])
      onNameFound(choice)
    }
    onChoose(choice.value)
  }
  return (
    <Picker {...control} label={label} text={listed?.text ?? loaded?.text ?? chosen}>
      <Search {...{ label, placeholder, source, chosen, fixedChoices }} onChoose={choose} />
    </Picker>
  )
}

type Row = Readonly<Record<string, unknown>>

function Search({
  label,
  placeholder,
  source,
  chosen,
  fixedChoices,
  onChoose,
}: Pick<RecordPickerProps, 'label' | 'placeholder' | 'source' | 'chosen' | 'fixedChoices'> & {
  onChoose: (choice: Choice) => void
}) {
  const { page, search } = source
  const [query, setQuery] = useState('')
  const typed = query.trim()
  const searched = useDebounced(typed, searchDebounce)
  const { data, isPlaceholderData, isError } = useQuery({
    queryKey: ['record', page.path, searched],
    queryFn: async ({ signal }) => {
      const input = { pageSize: maxResults, ...(searched === '' ? {} : { [search]: searched }) }
      return (await call(page, input as never, { signal, quiet: true })) as {
        rows: readonly Row[]
        total: number
        isTotalCapped?: boolean
      }
    },
    placeholderData: keepPreviousData,
  })
  const { rows = [], total = 0, isTotalCapped = false } = data ?? {}
  return (
    <Combobox
      label={label}
      placeholder={placeholder}
      query={query}
      onType={setQuery}
      groups={[
        { choices: typed === '' ? fixedChoices : [] },
        { choices: rows.map((row) => choiceOf(source, row)) },
      ]}
      chosen={chosen}
      onChoose={onChoose}
      busy={typed !== searched || isPlaceholderData}
    >
      <output className="search-list-status">
        {isError
          ? t('crud.picker.failed')
          : data && total === 0
            ? t('crud.picker.none', { query: searched })
            : total > rows.length &&
              t('crud.picker.more', {
                count: total - rows.length,
                shown: totalCount(total - rows.length, isTotalCapped),
              })}
      </output>
    </Combobox>
  )
}

const choiceOf = ({ id, title }: RecordSource, row: Row): Choice => ({
  value: plainText(row[id]),
  text: plainText(row[title]),
})
