/** Name of a sub-account as a link to its page. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCanUse } from '#console/refine/capabilities.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { subAccounts } from '#contract/sub-accounts.ts'

type UserId = string | number

export const subAccountAddress = (userId: UserId): string =>
  `/UserCenterSubAccount?userId=${encodeURIComponent(userId)}`

/** Plain text for the user's own name, and for users who have no sub-accounts. */
export function SubAccountLink({ userId, children }: { userId: UserId; children: ReactNode }) {
  const canUse = useCanUse()
  const me = useCurrentUser()
  if (!canUse(subAccounts.get) || String(userId) === String(me?.userId)) return children
  return (
    <Link className="app-link" to={subAccountAddress(userId)}>
      {children}
    </Link>
  )
}

export const accountCell = ({
  row: { userId, account },
}: {
  row: { userId: UserId; account: string }
}) => <SubAccountLink userId={userId}>{account}</SubAccountLink>

/** The user of a row; of another backend, or deleted, without a link. */
export const userCell = ({
  row: { userId, userName },
}: {
  row: { userId?: UserId | undefined; userName?: string | null | undefined }
}) =>
  userId !== undefined && userName ? (
    <SubAccountLink userId={userId}>{userName}</SubAccountLink>
  ) : (
    (userName ?? '–')
  )
