/** Account name as a link to the account's story, in lists and in the story itself. */
import { Link } from 'react-router'
import { t } from '#operator/customers/words.ts'

type Account = { id: string | number; account: string }

export function AccountLink({ id, account }: Account) {
  return (
    <Link className="app-link" to={`/operator/customer?id=${encodeURIComponent(id)}`}>
      {account || t('customers.deletedName')}
    </Link>
  )
}

export const accountCell = ({ row }: { row: Account }) => <AccountLink {...row} />
