/** What happened to a sub-account: changes of its quota and its access, and by whom. */
import type { ReactNode } from 'react'
import { LedgerChange } from '#console/features/account-log/ledger-change.tsx'
import { useCanUse } from '#console/refine/capabilities.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { useChannelNames } from '#console/refine/reference-data.ts'
import { AppLink } from '#console/ui/app-link.tsx'
import { QueryCard, useSectionQuery } from '#console/ui/query-card.tsx'
import { RecordSection } from '#console/ui/record-page.tsx'
import { auditLog } from '#contract/audit-log.ts'
import type { AccountLogRow } from '#contract/ledger.ts'
import type { SecurityEvent } from '#contract/sessions.ts'
import { subAccounts, type SubAccount, type SubAccountHistory } from '#contract/sub-accounts.ts'
import type { User } from '#contract/user.ts'

type Entry = {
  at: string
  event: string
  detail?: string | undefined
  change?: ReactNode
  by: string
}
type NameChannel = (id: string | number) => string
type Props = { subAccount: SubAccount; me: User }

export function History({ subAccount, me }: Props) {
  const query = useSectionQuery(subAccounts.history, { userId: subAccount.userId })
  const nameChannel = useChannelNames()
  const canUse = useCanUse()
  if (!query.isOffered && !query.isWaiting) return null
  return (
    <QueryCard query={query} lines={8}>
      {(history) => (
        <RecordSection
          title={t('subAccount.history.title')}
          empty=""
          link={
            canUse(auditLog.calls.page) && (
              <AppLink route="UserCenterAuditLog" query={{ subject: subAccount.account }}>
                {t('auditLog.all')}
              </AppLink>
            )
          }
          rows={entriesOf(history, { subAccount, me }, nameChannel)}
          columns={[
            { label: t('subAccount.columns.at'), cell: ({ at }) => at },
            { label: t('subAccount.columns.event'), isWide: true, cell: Event },
            { label: t('subAccount.columns.change'), isNumber: true, cell: ({ change }) => change },
            { label: t('subAccount.columns.by'), canWrap: true, cell: ({ by }) => by },
          ]}
        />
      )}
    </QueryCard>
  )
}

/** Newest first; the creation is the last. */
function entriesOf(
  { registerDateTime, accountLog, securityEvents }: SubAccountHistory,
  people: Props,
  nameChannel: NameChannel,
): Entry[] {
  const management = t('subAccount.history.management')
  return [
    ...[
      ...accountLog.map((row) => ({
        at: row.createDateTime,
        event: t(`codes.logType.${row.logType}`),
        detail: conversionOf(row, nameChannel),
        change: <LedgerChange row={row} />,
        by: changedBy(row, people.me),
      })),
      ...securityEvents.map((row) => ({
        at: row.lastDateTime,
        event: eventText(row),
        by: row.event.endsWith('ByOwner')
          ? nameOf(row.actorId, row.actorName, people.me) || management
          : causedBy(row, people.subAccount),
      })),
    ].toSorted((a, b) => (a.at < b.at ? 1 : -1)),
    ...(securityEvents.some(({ event }) => event === 'createdByOwner')
      ? []
      : [
          {
            at: registerDateTime,
            event: messageOf('codes.securityEvent.createdByOwner'),
            by: management,
          },
        ]),
  ]
}

const Event = ({ event, detail }: Entry) => (
  <>
    {event}
    {detail && <small>{detail}</small>}
  </>
)

/** What a conversion at equal value was between: channels, or modes of billing. */
function conversionOf(
  {
    beforeTranChannelId: channel,
    lastTranChannelId: lastChannel,
    beforeTranslationBillingMode: mode,
    lastTranslationBillingMode: lastMode,
  }: AccountLogRow,
  nameChannel: NameChannel,
): string | undefined {
  if (channel && lastChannel && String(channel) !== String(lastChannel))
    return `${nameChannel(channel)} → ${nameChannel(lastChannel)}`
  return mode && lastMode && mode !== lastMode
    ? `${t(`codes.billingMode.${mode}`)} → ${t(`codes.billingMode.${lastMode}`)}`
    : undefined
}

function changedBy({ managerId, managerName, managerNickname }: AccountLogRow, me: User): string {
  if (!managerName) return t('subAccount.history.system')
  return nameOf(managerId, managerNickname || managerName, me)
}

const nameOf = (
  id: string | number | null | undefined,
  name: string | null | undefined,
  me: User,
): string =>
  id != null && String(id) === String(me.userId) ? t('subAccount.history.you') : (name ?? '')

/** Several of one day and network are one row. */
function eventText({ event, count }: SecurityEvent): string {
  const text = messageOf(`codes.securityEvent.${event}`)
  return count > 1 ? t('subAccount.history.times', { event: text, count }) : text
}

/** The user of the account; of a refused sign-in only the address is known. */
function causedBy({ event, ip }: SecurityEvent, { account }: SubAccount): string {
  return event === 'passwordChanged' || event === 'passwordReset' ? account : ip
}
