/** Account name as a link to the details of the account, in lists, drawers and those details. */
import { Link, useLocation } from 'react-router'
import { t } from '#operator/customers/messages.ts'

type Account = { id: string | number; account: string }

const listPath = '/operator/customers'

/** Address of the list of customers that led to this page, with its search. */
export function useCustomerList(): string {
  const { pathname, search, state } = useLocation() as { pathname: string; search: string } & {
    state: { customers?: string } | null
  }
  return pathname === listPath ? `${pathname}${search}` : (state?.customers ?? listPath)
}

export function AccountLink({ id, account }: Account) {
  const customers = useCustomerList()
  return (
    <Link
      className="app-link"
      to={`/operator/customer?id=${encodeURIComponent(id)}`}
      state={{ customers }}
    >
      {account || t('customers.deletedName')}
    </Link>
  )
}

type FoundAccount = Account & { found?: string | null | undefined }

/** Adds the number of the order, payment or refund by which a search found the account. */
export const accountCell = ({ row }: { row: FoundAccount }) =>
  row.found ? (
    <span className="stack-cell">
      <span>
        <AccountLink {...row} />
      </span>
      <span>{t('customers.match', { no: row.found })}</span>
    </span>
  ) : (
    <AccountLink {...row} />
  )

/** Main account of a sub-account; the owner of a main account is itself. */
export const ownerCell = ({
  row: { type, ownerId, ownerAccount },
}: {
  row: { type: string; ownerId: Account['id']; ownerAccount: string }
}) =>
  type === 'sub' ? (
    <AccountLink id={ownerId} account={ownerAccount} />
  ) : (
    <span className="no-value">–</span>
  )

/** Main account of an order. */
export const payerCell = ({
  row: { ownerId, account },
}: {
  row: { ownerId: Account['id']; account: string }
}) => <AccountLink id={ownerId} account={account} />
