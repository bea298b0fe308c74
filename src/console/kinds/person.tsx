/** Whose: oneself, one of the sub-accounts, or everybody together. Main accounts only: nobody else has somebody to choose. */
import type { FilterProps, KindModule, MeaningOf } from '#console/kinds/kind.ts'
import { t } from '#console/providers/i18n.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { everybody } from '#contract/translation.ts'

type Names = OutputOf<typeof subAccounts.names>

const namesIn = (found: unknown): Names => (found ?? []) as Names
const nameOf = (value: unknown, found: unknown): string =>
  value === everybody
    ? t('pages.person.everybody')
    : (namesIn(found).find(({ userId }) => String(userId) === String(value))?.account ?? String(value))

export const person: KindModule<MeaningOf<'person'>> = {
  lookup: subAccounts.names,
  text: (value, { found }) => nameOf(value, found),
  Filter: PersonFilter,
}

function PersonFilter({ id, found, values, onChange }: FilterProps<MeaningOf<'person'>>) {
  const chosen = values[0] ?? ''
  const listed = namesIn(found).map(({ userId, account }) => ({ value: String(userId), text: account }))
  const others = [everybody, chosen].filter((value) => value !== '' && !listed.some((one) => one.value === value))
  return (
    <select id={id} className="control" value={chosen} onChange={({ target }) => onChange(target.value ? [target.value] : [])}>
      <option value="">{t('pages.person.oneself')}</option>
      {[...new Set(others)].map((value) => (
        <option key={value} value={value}>
          {nameOf(value, found)}
        </option>
      ))}
      {listed.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  )
}
