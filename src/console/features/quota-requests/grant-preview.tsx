/** Balances of the main account and the sub-account before and after a grant. */
import { exactCount } from '#client/i18n/format.ts'
import type { Row } from '#console/engine/resource.ts'
import { formatAmounts, nonZeroUnits } from '#console/features/distribution/format-amounts.ts'
import {
  askedAmounts,
  balanceAmounts,
  type QuotaRequest,
} from '#console/features/quota-requests/amounts.ts'
import { quotaToDistribute, useCurrentUser } from '#console/refine/current-user.ts'
import { t } from '#console/refine/i18n.ts'
import { useSectionQuery } from '#console/ui/query-card.tsx'
import { subAccounts } from '#contract/sub-accounts.ts'

export default function GrantPreview({ input, record }: { input: Row; record: Row | undefined }) {
  const me = useCurrentUser()
  const { userId, userName } = record as QuotaRequest
  const sub = useSectionQuery(subAccounts.get, { userId })
  if (!me) return null
  const amounts = askedAmounts(numbersOf(input))
  const main = balanceAmounts(quotaToDistribute(me))
  const moved = nonZeroUnits(amounts)
  const short = moved.filter((unit) => amounts[unit] > main[unit])
  if (short.length > 0)
    return (
      <p className="form-note" data-tone="warning" role="alert">
        {t('quotaRequests.tooMuch', { left: formatAmounts(main, short) })}
      </p>
    )
  const before = sub.data && balanceAmounts(sub.data.memberAccount)
  return (
    <output className="form-note">
      {moved.map((unit) => (
        <span key={unit} className="grant-change">
          {t(`ledger.units.${unit}`)}
          {': '}
          {t('quotaRequests.change', {
            name: t('quotaRequests.main'),
            before: exactCount(main[unit]),
            after: exactCount(main[unit] - amounts[unit]),
          })}
          {before &&
            `; ${t('quotaRequests.change', {
              name: userName,
              before: exactCount(before[unit]),
              after: exactCount(before[unit] + amounts[unit]),
            })}`}
        </span>
      ))}
    </output>
  )
}

/** The amounts typed so far, which may be invalid. */
const numbersOf = (input: Row) =>
  Object.fromEntries(
    Object.entries(input).filter(([, value]) => typeof value === 'number' && value > 0),
  )
