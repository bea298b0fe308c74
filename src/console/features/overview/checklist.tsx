/** Onboarding checklist of a new account, ticked off from its activity. */
import { useQuery } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { SectionError, sectionKey } from '#console/ui/query-card.tsx'
import '#console/features/overview/checklist.css'
import { useCanUse } from '#console/refine/capabilities.ts'
import { t } from '#console/refine/i18n.ts'
import { CheckIcon } from '#ui/icons.tsx'
import { AppLink } from '#console/ui/app-link.tsx'
import type { Route } from '#console/engine/resource.ts'
import { limits } from '#contract/limits.ts'
import { loginLog } from '#contract/sessions.ts'
import { orders } from '#contract/orders.ts'
import { canCall } from '#contract/roles.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import type { User } from '#contract/user.ts'

type Step = {
  key: 'translate' | 'buy' | 'addSub' | 'distribute' | 'download'
  isDone: boolean
  route?: Route
  href?: string
}

export function Checklist({ user, hasUsage }: { user: User; hasUsage: boolean }) {
  const canUse = useCanUse()
  const canAddSubAccounts = canCall(subAccounts.create, user)
  const { data: progress, error, refetch } = useProgress(canAddSubAccounts)
  const steps: Step[] = [
    { key: 'translate', isDone: hasUsage, route: 'UserCenterChangeTranslateTest' },
    ...(canUse(orders.pay)
      ? [
          {
            key: 'buy',
            isDone: user.memberAccount.rechargeAmountTotal > 0,
            route: 'UserCenterRecharge',
          } as const,
        ]
      : []),
    ...(canAddSubAccounts
      ? ([
          { key: 'addSub', isDone: progress?.hasSubs === true, route: 'UserCenterChild' },
          {
            key: 'distribute',
            isDone: progress?.hasDistributed === true,
            route: 'UserCenterChild',
          },
        ] as const)
      : []),
    { key: 'download', isDone: progress?.usesClient === true, href: '/download' },
  ]
  return (
    <section className="checklist" aria-labelledby="checklist">
      <h2 id="checklist">{t('overview.steps.title')}</h2>
      <p className="muted">
        {t('overview.steps.help', {
          done: steps.filter(({ isDone }) => isDone).length,
          all: steps.length,
        })}
      </p>
      <ol role="list">
        {steps.map(({ key, isDone, route, href }) => (
          <li key={key} data-done={isDone || undefined}>
            <i>{isDone && <CheckIcon />}</i>
            <span>
              <b>{t(`overview.steps.${key}.title`)}</b>
              {isDone && <span className="visually-hidden">{t('overview.steps.done')}</span>}
              <small>{t(`overview.steps.${key}.help`)}</small>
            </span>
            {!isDone && route && (
              <AppLink route={route}>{t(`overview.steps.${key}.action`)}</AppLink>
            )}
            {!isDone && href && (
              <a className="app-link" href={href}>
                {t(`overview.steps.${key}.action`)}
              </a>
            )}
          </li>
        ))}
      </ol>
      {error && !progress && (
        <SectionError
          name={t('overview.steps.progress')}
          error={error}
          retry={() => void refetch()}
        />
      )}
    </section>
  )
}

/** Uses the sub-account list and the login log only, which every backend has. */
function useProgress(canAddSubAccounts: boolean) {
  return useQuery({
    queryKey: [sectionKey, 'first-steps', canAddSubAccounts],
    queryFn: async ({ signal }) => {
      const page = { pageNum: 1, pageSize: limits.page.max }
      const [subs, logins] = await Promise.all([
        canAddSubAccounts ? call(subAccounts.page, page, { signal }) : { rows: [], total: 0 },
        call(loginLog.page, page, { signal }),
      ])
      return {
        hasSubs: subs.total > 0,
        hasDistributed: subs.rows.some(
          ({ memberAccount: balance }) =>
            balance.usableCharNum + balance.usableVoiceNum + balance.usableImageNum > 0,
        ),
        usesClient: logins.rows.some(({ clientType }) => clientType !== 'web'),
      }
    },
  })
}
