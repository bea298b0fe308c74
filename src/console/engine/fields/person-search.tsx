/** Server-side search for a sub-account, for users with too many to list. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#client/api/call.ts'
import type { FilterProps } from '#console/engine/fields/field-type.ts'
import { t } from '#console/refine/i18n.ts'
import { Popover } from '#ui/popover.tsx'
import { DownIcon } from '#ui/icons.tsx'
import { Combobox, type Choice } from '#ui/combobox.tsx'
import { useSettled } from '#console/ui/use-debounced.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { subAccounts } from '#contract/sub-accounts.ts'

type Names = OutputOf<typeof subAccounts.names>
type Props = Pick<FilterProps, 'label' | 'values' | 'onChange'> & {
  /** Options that are no sub-account: the user and everybody. */
  first: readonly Choice[]
  names: Names
}

/** Debounce before a search, in milliseconds. */
const typing = 250
/** Maximum number of search results. */
const result = 50

export default function PersonSearch({ label, values, onChange, first, names }: Props) {
  const chosen = values[0] ?? ''
  const remember = useRemember()
  const listed = [...first, ...names.map(choiceOf)].find(({ value }) => value === chosen)
  // Chosen through the URL, and not among the listed names.
  const { data } = useQuery({
    queryKey: ['person', subAccounts.get.path, chosen],
    queryFn: ({ signal }) => call(subAccounts.get, { userId: chosen }, { signal }),
    enabled: !listed,
  })
  useEffect(() => {
    if (data) remember(data)
  }, [data, remember])
  const text = listed?.text ?? data?.account ?? chosen
  const choose = ({ value, text: account }: Choice) => {
    if (!first.some((one) => one.value === value)) remember({ userId: value, account })
    onChange(value ? [value] : [])
  }
  const says = (
    <>
      <span>{text}</span>
      <DownIcon />
    </>
  )
  return (
    <Popover
      className="control person-chosen"
      label={says}
      name={t('crud.person.chosen', { field: label, name: text })}
      lazily
    >
      <Search label={label} chosen={chosen} first={first} onChoose={choose} />
    </Popover>
  )
}

function Search({
  label,
  chosen,
  first,
  onChoose,
}: Pick<Props, 'label' | 'first'> & { chosen: string; onChoose: (choice: Choice) => void }) {
  const [query, setQuery] = useState('')
  const typed = query.trim()
  const searched = useSettled(typed, typing)
  const { data, isPlaceholderData, isError } = useQuery({
    queryKey: ['person', subAccounts.page.path, searched],
    queryFn: ({ signal }) =>
      call(subAccounts.page, { account: searched, pageSize: result }, { signal }),
    placeholderData: keepPreviousData,
  })
  const { rows = [], total = 0 } = data ?? {}
  return (
    <Combobox
      label={label}
      placeholder={t('crud.person.search')}
      query={query}
      onType={setQuery}
      groups={[{ choices: typed === '' ? first : [] }, { choices: rows.map(choiceOf) }]}
      chosen={chosen}
      onChoose={onChoose}
      busy={typed !== searched || isPlaceholderData}
    >
      <output className="search-list-says">
        {isError && rows.length === 0
          ? t('overview.partFailed')
          : data && total === 0
            ? t('crud.person.nobody', { query: searched })
            : total > rows.length && t('crud.person.more', { count: total - rows.length })}
      </output>
    </Combobox>
  )
}

/** Adds a found sub-account to the shared lookup, from which chips and rows read names. */
function useRemember() {
  const cache = useQueryClient()
  const [remember] = useState(() => ({ userId, account }: Names[number]) => {
    cache.setQueryData<Names>(['lookup', subAccounts.names.path], (names = []) =>
      names.some((one) => String(one.userId) === String(userId))
        ? names
        : [...names, { userId, account }],
    )
  })
  return remember
}

const choiceOf = ({ userId, account }: Names[number]): Choice => ({
  value: String(userId),
  text: account,
})
