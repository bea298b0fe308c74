/** Sections of a sub-account's page: its latest translations, its sessions and its contacts. */
import { call } from '#client/api/call.ts'
import { exactCount } from '#client/i18n/format.ts'
import { useConfirm } from '#console/engine/confirm.tsx'
import { getFieldTypeUi } from '#console/engine/fields/field-types.ts'
import { deviceCell } from '#console/features/security/sessions/device.tsx'
import { channelCell } from '#console/features/translation/channel-cell.tsx'
import { FanStatistics } from '#console/features/workspace/fan-data.tsx'
import { useCanUse } from '#console/refine/capabilities.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { notifyDone, notifyFailure } from '#console/refine/notification.ts'
import { useReferenceData } from '#console/refine/reference-data.ts'
import { AppLink } from '#console/ui/app-link.tsx'
import { QueryCard, useSectionQuery } from '#console/ui/query-card.tsx'
import { RecordSection } from '#console/ui/record-page.tsx'
import { useUserAccess } from '#console/refine/current-user.ts'
import { isMadeByRole } from '#contract/roles.ts'
import type { SessionRow } from '#contract/sessions.ts'
import { subAccounts, type SubAccount } from '#contract/sub-accounts.ts'
import { translationLog } from '#contract/translation.ts'

type UserId = SubAccount['userId']

const languageType = { kind: 'language' } as const

/** Rows of the latest translations. */
const shownTranslations = 8

export function Translations({ userId }: { userId: UserId }) {
  const query = useSectionQuery(translationLog.page, {
    childUserId: userId,
    pageNum: 1,
    pageSize: shownTranslations,
  })
  const getLookupData = useReferenceData([{ kind: 'channel' }, languageType])
  const languageOf = (code: string) =>
    getFieldTypeUi(languageType).text(code, {
      fieldType: languageType,
      row: {},
      lookupData: getLookupData(languageType),
    })
  return (
    <QueryCard query={query} lines={8}>
      {({ rows, total }) => (
        <RecordSection
          title={t('subAccount.translations.title')}
          empty={t('subAccount.translations.none')}
          rows={rows}
          total={total}
          columns={[
            { label: t('subAccount.columns.at'), cell: ({ createDateTime }) => createDateTime },
            {
              label: t('subAccount.columns.chars'),
              isNumber: true,
              cell: ({ wordCount }) => exactCount(wordCount),
            },
            {
              label: t('subAccount.columns.channel'),
              cell: (row) => channelCell({ row, getLookupData }),
            },
            {
              label: t('subAccount.columns.languages'),
              isWide: true,
              cell: ({ sourceLangCode, targetLangCode }) =>
                `${languageOf(sourceLangCode)} → ${languageOf(targetLangCode)}`,
            },
          ]}
          link={
            total > 0 && (
              <AppLink route="UserCenterChangeTranslateLog" query={{ childUserId: String(userId) }}>
                {t('subAccount.translations.all')}
              </AppLink>
            )
          }
        />
      )}
    </QueryCard>
  )
}

/** Most sessions listed; an account has as many as devices on which it is signed in. */
const maxSessions = 50

export function Sessions({ subAccount }: { subAccount: SubAccount }) {
  const { userId, account, accountRole = 'member' } = subAccount
  const query = useSectionQuery(subAccounts.sessions, { userId, pageNum: 1, pageSize: maxSessions })
  const user = useUserAccess()
  const { ask, dialog } = useConfirm()
  const canUse = useCanUse()
  if (!query.isOffered && !query.isWaiting) return null
  /** By a role, users end sessions of members alone. */
  const canEnd = (endpoint: typeof subAccounts.endSession | typeof subAccounts.endSessions) =>
    canUse(endpoint) && (accountRole === 'member' || !isMadeByRole(endpoint, user))

  const end = (text: string, send: () => Promise<number>) =>
    void ask({
      text,
      confirmLabel: t('subAccount.sessions.end'),
      danger: false,
      onConfirm: async () => {
        try {
          notifyDone(t('security.sessions.ended', { count: await send() }))
          return true
        } catch (error) {
          notifyFailure(error)
          return false
        } finally {
          query.retry()
        }
      },
    })
  const endOne = (session: SessionRow) =>
    end(t('subAccount.sessions.endAsk', { device: deviceOf(session), account }), async () => {
      await call(subAccounts.endSession, { id: session.id })
      return 1
    })
  const endAll = () =>
    end(
      t('subAccount.sessions.endAllAsk', { account }),
      async () => (await call(subAccounts.endSessions, { userId })).ended,
    )

  return (
    <section className="card sub-account-sessions" aria-labelledby="sub-account-sessions">
      <header>
        <h2 id="sub-account-sessions">{t('subAccount.sessions.title')}</h2>
        {(query.data?.rows.length ?? 0) > 1 && canEnd(subAccounts.endSessions) && (
          <button type="button" className="text-button" onClick={endAll}>
            {t('subAccount.sessions.endAll')}
          </button>
        )}
      </header>
      <QueryCard query={query} lines={2}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="no-value">{t('subAccount.sessions.none')}</p>
          ) : (
            <ul>
              {rows.map((session) => (
                <li key={session.id}>
                  <span>
                    {deviceOf(session)}
                    <small>
                      {t('subAccount.sessions.used', {
                        ip: session.loginIp,
                        at: session.usedDateTime,
                      })}
                    </small>
                  </span>
                  {canEnd(subAccounts.endSession) && (
                    <button
                      type="button"
                      className="text-button"
                      aria-label={t('crud.list.actionOf', {
                        action: t('subAccount.sessions.end'),
                        name: deviceOf(session),
                      })}
                      onClick={() => endOne(session)}
                    >
                      {t('subAccount.sessions.end')}
                    </button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryCard>
      {dialog}
    </section>
  )
}

const deviceOf = (session: SessionRow) => deviceCell.text(session, messageOf, () => undefined)

export function Contacts({ userId }: { userId: UserId }) {
  const query = useSectionQuery(subAccounts.fans, { userId })
  if (!query.isOffered && !query.isWaiting) return null
  return (
    <section className="card sub-account-contacts" aria-labelledby="sub-account-contacts">
      <h2 id="sub-account-contacts">{t('subAccount.contacts.title')}</h2>
      <QueryCard query={query} lines={4}>
        {(fans) => (
          <div className="fan-data">
            <FanStatistics fans={fans} />
          </div>
        )}
      </QueryCard>
    </section>
  )
}
