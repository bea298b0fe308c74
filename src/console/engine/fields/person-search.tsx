/** Server-side search for a sub-account, for users with too many to list. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FilterProps } from '#console/engine/fields/field-type.ts'
import { t } from '#console/refine/i18n.ts'
import type { Choice } from '#ui/combobox.tsx'
import type { OutputOf } from '#contract/endpoint.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { lookupKey } from '#console/refine/query.ts'
import { RecordPicker, type RecordSource } from '#console/engine/fields/record-picker.tsx'

type Names = OutputOf<typeof subAccounts.names>
type Props = Pick<FilterProps, 'label' | 'onChange'> & {
  chosen: string
  /** Choices other than a sub-account: the user and everybody. */
  fixedChoices: readonly Choice[]
  names: Names
}

const source: RecordSource = {
  page: subAccounts.page,
  get: subAccounts.get,
  search: 'account',
  id: 'userId',
  title: 'account',
}

export default function PersonSearch({ label, chosen, onChange, fixedChoices, names }: Props) {
  return (
    <RecordPicker
      label={label}
      placeholder={t('crud.person.search')}
      source={source}
      chosen={chosen}
      fixedChoices={fixedChoices}
      known={names.map(({ userId, account }) => ({ value: String(userId), text: account }))}
      onChoose={(value) => onChange(value ? [value] : [])}
      onNameFound={useStoreName()}
    />
  )
}

/** Adds a found sub-account to the shared lookup, from which chips and rows read names. */
function useStoreName() {
  const cache = useQueryClient()
  const [remember] = useState(() => ({ value, text }: Choice) => {
    cache.setQueryData<Names>([lookupKey, subAccounts.names.path], (names = []) =>
      names.some(({ userId }) => String(userId) === value)
        ? names
        : [...names, { userId: value, account: text }],
    )
  })
  return remember
}
