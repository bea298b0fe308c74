/** Onboarding checklist of a new account, ticked off from its activity. */
import { useQuery } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { overviewKey } from '#console/features/overview/query-card.tsx'
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
  done: boolean
  route?: Route
  href?: string
}

export function Checklist({ user, hasUsage }: { user: User; hasUsage: boolean }) {
  const canUse = useCanUse()
  const canAdd = canCall(subAccounts.create, user)
  const { data: progress } = useProgress(canAdd)
  const steps: Step[] = [
    { key: 'translate', done: hasUsage, route: 'UserCenterChangeTranslateTest' },
    ...(canUse(orders.pay)
      ? [
          {
            key: 'buy',
            done: user.memberAccount.rechargeAmountTotal > 0,
            route: 'UserCenterRecharge',
          } as const,
        ]
      : []),
    ...(canAdd
      ? ([
          { key: 'addSub', done: progress?.hasSubs === true, route: 'UserCenterChild' },
          { key: 'distribute', done: progress?.hasDistributed === true, route: 'UserCenterChild' },
        ] as const)
      : []),
    { key: 'download', done: progress?.usesClient === true, href: '/download' },
  ]
  return (
    <section className="checklist" aria-labelledby="checklist">
      <h2 id="checklist">{t('overview.steps.title')}</h2>
      <p className="muted">
        {t('overview.steps.help', {
          done: steps.filter(({ done }) => done).length,
          all: steps.length,
        })}
      </p>
      <ol>
        {steps.map(({ key, done, route, href }) => (
          <li key={key} data-done={done || undefined}>
            <i>{done && <CheckIcon />}</i>
            <span>
              <b>{t(`overview.steps.${key}.title`)}</b>
              {done && <span className="visually-hidden">{t('overview.steps.done')}</span>}
              <small>{t(`overview.steps.${key}.help`)}</small>
            </span>
            {!done && route && <AppLink route={route}>{t(`overview.steps.${key}.action`)}</AppLink>}
            {!done && href && (
              <a className="app-link" href={href}>
                {t(`overview.steps.${key}.action`)}
              </a>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Uses the sub-account list and the login log only, which every backend has. */
function useProgress(canAdd: boolean) {
  return useQuery({
    queryKey: [overviewKey, 'first-steps', canAdd],
    queryFn: async ({ signal }) => {
      const page = { pageNum: 1, pageSize: limits.page.max }
      const [subs, logins] = await Promise.all([
        canAdd ? call(subAccounts.page, page, { signal }) : { rows: [], total: 0 },
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
