/** Filter by owner: the user, one sub-account, or for main accounts everybody. */
import { lazy, Suspense } from 'react'
import type { FilterProps, FieldTypeUi, FieldTypeOf } from '#console/engine/fields/field-type.ts'
import { withChosenOption } from '#console/engine/fields/choices.tsx'
import { useUserAccess } from '#console/refine/current-user.ts'
import { t } from '#console/refine/i18n.ts'
import { isMain } from '#contract/roles.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { maxNames, subAccounts } from '#contract/sub-accounts.ts'
import { allUsers } from '#contract/translation.ts'

type Names = OutputOf<typeof subAccounts.names>

const namesIn = (lookupData: unknown): Names => (lookupData ?? []) as Names
const nameOf = (value: unknown, lookupData: unknown): string =>
  value === allUsers
    ? t('crud.person.everybody')
    : (namesIn(lookupData).find(({ userId }) => String(userId) === String(value))?.account ??
      String(value))

export const person: FieldTypeUi<FieldTypeOf<'person'>> = {
  width: () => ({ usual: 120, least: 72 }),
  lookup: subAccounts.names,
  exists: (value, lookupData) =>
    !lookupData ||
    value === allUsers ||
    namesIn(lookupData).length >= maxNames ||
    namesIn(lookupData).some(({ userId }) => String(userId) === value),
  text: (value, { lookupData }) => nameOf(value, lookupData),
  Filter: PersonFilter,
}

/** Loaded only for users with too many sub-accounts to list. */
const PersonSearch = lazy(() => import('#console/engine/fields/person-search.tsx'))

function PersonFilter({
  id,
  label,
  lookupData,
  values,
  onChange,
}: FilterProps<FieldTypeOf<'person'>>) {
  const me = useUserAccess()
  const isMe = (userId: unknown) => String(userId) === String(me?.userId)
  const value = values[0] ?? ''
  const chosen = isMe(value) ? '' : value
  const others = namesIn(lookupData).filter(({ userId }) => !isMe(userId))
  const fixedChoices = [
    { value: '', text: t('crud.person.oneself') },
    // A sub-account with a role reads the rows of one person at a time.
    ...(me && isMain(me) ? [{ value: allUsers, text: t('crud.person.everybody') }] : []),
  ]
  if (namesIn(lookupData).length >= maxNames) {
    return (
      <Suspense fallback={<span className="control" />}>
        <PersonSearch
          label={label}
          chosen={chosen}
          onChange={onChange}
          fixedChoices={fixedChoices}
          names={others}
        />
      </Suspense>
    )
  }
  const choices = [
    ...fixedChoices,
    ...others.map(({ userId, account }) => ({ value: String(userId), text: account })),
  ]
  return (
    <select
      id={id}
      className="control"
      value={chosen}
      onChange={({ target }) => onChange(target.value ? [target.value] : [])}
    >
      {withChosenOption(choices, chosen).map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  )
}
