/** Characters that a key used, as a link to their translations. */
import { exactCount } from '#client/i18n/format.ts'
import { wireNow } from '#client/i18n/time.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { t } from '#console/refine/i18n.ts'
import { AppLink, useCanOpen } from '#console/ui/app-link.tsx'
import { isMain } from '#contract/roles.ts'
import { allUsers } from '#contract/translation.ts'

type KeyRow = { id: string | number; name: string; usedTodayNum: number; usedThisMonthNum: number }
type Props = { row: KeyRow }

export const usedTodayCell = ({ row }: Props) => (
  <UsedLink row={row} chars={row.usedTodayNum} since={wireNow().slice(0, 10)} />
)
export const usedThisMonthCell = ({ row }: Props) => (
  <UsedLink row={row} chars={row.usedThisMonthNum} since={`${wireNow().slice(0, 7)}-01`} />
)

/** `since`: first day, by the business calendar. */
function UsedLink({ row, chars, since }: Props & { chars: number; since: string }) {
  const me = useCurrentUser()
  const canOpen = useCanOpen()
  const route = 'UserCenterChangeTranslateLog'
  if (chars === 0 || !me || !canOpen(route)) return exactCount(chars)
  return (
    <AppLink
      route={route}
      name={t('apiKeys.usedLog', { name: row.name, chars: exactCount(chars) })}
      query={{
        ...(isMain(me) && { childUserId: allUsers }),
        apiKeyId: String(row.id),
        createDateTimeBegin: `${since} 00:00:00`,
        createDateTimeEnd: `${wireNow().slice(0, 10)} 23:59:59`,
      }}
    >
      {exactCount(chars)}
    </AppLink>
  )
}
