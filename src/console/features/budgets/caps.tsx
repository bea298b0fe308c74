/** The caps that hold for a sub-account: what is used and left of each, and when it is counted anew. */
import { exactCount, formatter } from '#client/i18n/format.ts'
import type { CustomCell } from '#console/engine/resource.ts'
import { formatAmounts, nonZeroUnits } from '#console/features/distribution/format-amounts.ts'
import { t } from '#console/refine/i18n.ts'
import { QueryCard, useSectionQuery } from '#console/ui/query-card.tsx'
import { budgets, type Budget, type Cap } from '#contract/budgets.ts'
import type { SubAccount } from '#contract/sub-accounts.ts'
import './caps.css'

export const Caps = ({ caps }: { caps: readonly Cap[] }) => (
  <ul className="caps">
    {caps.map(({ cap, limit, used, left, resetDateTime }) => (
      <li key={cap} data-tone={left === 0 ? 'warning' : undefined}>
        <span>{t(`budgets.cap.${cap}`)}</span>
        <b>{t('budgets.left', { left: exactCount(left), limit: exactCount(limit) })}</b>
        <progress value={Math.min(used, limit)} max={limit} aria-hidden="true" />
        <small>
          {t('budgets.used', { used: exactCount(used), reset: resetDateTime.slice(0, 16) })}
        </small>
      </li>
    ))}
  </ul>
)

/** What its rule gives it each month; nothing without. */
function TopUp({ rule }: Pick<Budget, 'rule'>) {
  const amounts = {
    chars: rule.topUpCharNum ?? 0,
    voices: rule.topUpVoiceNum ?? 0,
    images: rule.topUpImageNum ?? 0,
  }
  if (nonZeroUnits(amounts).length === 0) return null
  return <p className="muted">{t('budgets.topUp', { quota: formatAmounts(amounts) })}</p>
}

/** Of the sub-account that is signed in; nothing for a main account. */
export function OwnBudget({ isSubAccount }: { isSubAccount: boolean }) {
  const { data } = useSectionQuery(budgets.own, {}, isSubAccount)
  return (
    data && (
      <>
        {data.caps.length > 0 && <Caps caps={data.caps} />}
        <TopUp rule={data.rule} />
      </>
    )
  )
}

/** On the page of a sub-account. */
export function BudgetCard({ userId }: Pick<SubAccount, 'userId'>) {
  const query = useSectionQuery(budgets.get, { userId })
  if (!query.isOffered && !query.isWaiting) return null
  return (
    <section className="card budget-card" aria-labelledby="budget-card">
      <h2 id="budget-card">{t('budgets.title')}</h2>
      <QueryCard query={query} lines={4}>
        {({ caps, groupTitle, ownRule, rule }) => (
          <>
            {groupTitle && (
              <p className="muted">
                {t(ownRule === 1 ? 'budgets.ownInGroup' : 'budgets.group', { group: groupTitle })}
              </p>
            )}
            <TopUp rule={rule} />
            {caps.length > 0 ? <Caps caps={caps} /> : <p className="muted">{t('budgets.none')}</p>}
          </>
        )}
      </QueryCard>
    </section>
  )
}

const ratioOf = ({ used, limit }: Cap) => used / limit

/** All caps with their numbers, after the group. */
const textOf = ({ caps = [], groupTitle, ownRule }: SubAccount) =>
  [
    groupTitle && t(ownRule === 1 ? 'budgets.ownInGroup' : 'budgets.group', { group: groupTitle }),
    ...caps.map(({ cap, used, limit }) =>
      t('budgets.usedOf', {
        cap: t(`budgets.cap.${cap}`),
        used: exactCount(used),
        limit: exactCount(limit),
      }),
    ),
  ]
    .filter(Boolean)
    .join('; ')

/** How much is used of the cap that is used most, and the group. */
export const capsCell: CustomCell<SubAccount> = {
  Cell: ({ row }) => {
    const { caps = [], groupTitle } = row
    const [most] = caps.toSorted((a, b) => ratioOf(b) - ratioOf(a))
    if (!most && !groupTitle) return <span className="no-value">–</span>
    return (
      <span className="cap-cell" title={textOf(row)}>
        {most && (
          <b data-tone={most.left === 0 ? 'warning' : undefined}>
            {formatter('percent').format(Math.floor(ratioOf(most) * 100) / 100)}
          </b>
        )}{' '}
        {row.ownRule === 1 ? t('budgets.set.own') : groupTitle}
      </span>
    )
  },
  text: textOf,
}
