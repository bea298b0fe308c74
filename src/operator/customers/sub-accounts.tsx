/** The sub-accounts of a main account, below its row in the list of customers. */
import './sub-accounts.css'
import { exactCount } from '#client/i18n/format.ts'
import { AppLink } from '#console/ui/app-link.tsx'
import { QueryCard, useSectionQuery } from '#console/ui/query-card.tsx'
import { customers, type CustomerRow } from '#contract/operator/customers.ts'
import { AccountLink } from '#operator/customers/account-cell.tsx'
import { StateTag } from '#operator/customers/state-tag.tsx'
import { t } from '#operator/customers/messages.ts'

/** Rows shown here; a link leads to all. */
const maxRows = 10

export default function SubAccounts({ row }: { row: CustomerRow }) {
  const { id, account, subAccountCount } = row
  const query = useSectionQuery(customers.page, {
    search: String(id),
    type: 'sub',
    pageSize: maxRows,
  })
  return (
    <QueryCard query={query} lines={Math.min(subAccountCount, maxRows)}>
      {({ rows, total }) => (
        <div className="customer-subs">
          <table aria-label={t('customers.subs.of', { account })}>
            <thead>
              <tr>
                <th scope="col">{t('customers.columns.account')}</th>
                <th scope="col">{t('customers.facts.nickname')}</th>
                <th scope="col">{t('customers.columns.state')}</th>
                <th scope="col">{t('customers.facts.registered')}</th>
                <th scope="col">{t('customers.facts.lastLogin')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((sub) => (
                <tr key={sub.id}>
                  <td>
                    <AccountLink {...sub} />
                  </td>
                  <td>{sub.nickname || '–'}</td>
                  <td>
                    <StateTag state={sub.state} />
                  </td>
                  <td>{sub.registerDateTime}</td>
                  <td>{sub.lastLoginDateTime ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {total > rows.length && (
            <AppLink route="operator/customers" query={{ search: String(id), type: 'sub' }}>
              {t('customers.subs.all', { count: total, shown: exactCount(total) })}
            </AppLink>
          )}
        </div>
      )}
    </QueryCard>
  )
}
