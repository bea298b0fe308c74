/** Account name as a link to the account's story, in lists and in the story itself. */
import { Link } from 'react-router'
import { t } from '#operator/customers/messages.ts'

type Account = { id: string | number; account: string }

export function AccountLink({ id, account }: Account) {
  return (
    <Link className="app-link" to={`/operator/customer?id=${encodeURIComponent(id)}`}>
      {account || t('customers.deletedName')}
    </Link>
  )
}

type FoundAccount = Account & { found?: string | null | undefined }

/** With the number of an order, payment or refund by which a search found the account. */
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
