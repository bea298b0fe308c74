/** Security settings beside the profile, each with a link to change it, and the data export. */
import { useId, type ReactNode } from 'react'
import { DataExport } from '#console/features/account/data-export/data-export.tsx'
import '#console/features/account/profile/profile-cards.css'
import { t } from '#console/refine/i18n.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { QueryCard, useSectionQuery } from '#console/ui/query-card.tsx'
import { isReadOnly } from '#console/refine/read-only.ts'
import { AppLink } from '#console/ui/app-link.tsx'
import { isMain } from '#contract/roles.ts'
import { twoFactor } from '#contract/two-factor.ts'
import { sessions } from '#contract/sessions.ts'
import type { User } from '#contract/user.ts'

export default function ProfileCards() {
  const me = useCurrentUser()
  if (!me) return null
  return (
    <>
      <SecurityCard me={me} />
      {isMain(me) && !isReadOnly && <DataExportCard me={me} />}
    </>
  )
}

function SecurityCard({ me }: { me: User }) {
  const id = useId()
  const twoFactorState = useSectionQuery(twoFactor.get, {})
  const devices = useSectionQuery(sessions.page, { pageNum: 1, pageSize: 1 })
  const twoFactorAction = t(isReadOnly ? 'security.summary.view' : 'security.summary.setUp')
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{t('security.summary.title')}</h2>
      <dl className="security-lines">
        <Line name={t('security.password')} value="••••••••">
          <AppLink
            route="UserCenterChangePassword"
            name={linkName(t('security.summary.change'), t('security.password'))}
          >
            {t('security.summary.change')}
          </AppLink>
        </Line>
        {twoFactorState.isOffered && (
          <Line
            name={t('resources.twoFactor.title')}
            value={
              <QueryCard query={twoFactorState} lines={1}>
                {({ enabled }) => (
                  <span className="tag" data-tone={enabled === 1 ? 'success' : undefined}>
                    {t(enabled === 1 ? 'security.twoFactor.on' : 'security.twoFactor.off')}
                  </span>
                )}
              </QueryCard>
            }
          >
            <AppLink
              route="UserCenterSecondStep"
              name={linkName(twoFactorAction, t('resources.twoFactor.title'))}
            >
              {twoFactorAction}
            </AppLink>
          </Line>
        )}
        {devices.isOffered && (
          <Line
            name={t('resources.sessions.title')}
            value={
              <QueryCard query={devices} lines={1}>
                {({ total }) => t('security.summary.deviceCount', { count: total })}
              </QueryCard>
            }
          >
            <AppLink
              route="UserCenterSessions"
              name={linkName(t('security.summary.view'), t('resources.sessions.title'))}
            >
              {t('security.summary.view')}
            </AppLink>
          </Line>
        )}
        <Line name={t('security.summary.lastLogin')} value={me.lastLoginLog?.loginDateTime}>
          <AppLink
            route="UserCenterLoginLog"
            name={linkName(t('security.summary.view'), t('resources.loginLog.title'))}
          >
            {t('security.summary.view')}
          </AppLink>
        </Line>
      </dl>
    </section>
  )
}

const linkName = (action: string, name: string) => t('crud.list.actionOf', { action, name })

function Line({ name, value, children }: { name: string; value: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
      <dd>{children}</dd>
    </div>
  )
}

function DataExportCard({ me }: { me: User }) {
  const id = useId()
  return (
    <section className="card data-export-card" aria-labelledby={id}>
      <h2 id={id}>{t('cancellation.data.own')}</h2>
      <p className="muted">{t('cancellation.data.help')}</p>
      <DataExport me={me} disabled={false} />
    </section>
  )
}
