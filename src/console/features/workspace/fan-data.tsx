/** Contact statistics of a sub-account's workspaces, opened from its table row (spec 6.5). */
import { useQuery } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { exactCount } from '#client/i18n/format.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { Dialog } from '#console/ui/overlays.tsx'
import { ListFailure } from '#console/engine/list/empty-states.tsx'
import { AppLink } from '#console/ui/app-link.tsx'
import '#console/features/workspace/fan-data.css'
import { ContactStep } from '#contract/workspace.ts'
import { subAccounts, type FanData as Fans, type SubAccount } from '#contract/sub-accounts.ts'

export default function FanData({
  row: { userId, account },
  close,
}: {
  row: SubAccount
  close: () => void
}) {
  const { data, error, refetch } = useQuery({
    queryKey: [subAccounts.fans.path, userId],
    queryFn: ({ signal }) => call(subAccounts.fans, { userId }, { signal }),
    staleTime: 0,
  })
  const title = t('crud.list.actionOf', {
    action: t('resources.subAccounts.actions.fans'),
    name: account,
  })
  return (
    <Dialog shape="drawer" title={title} onClose={close}>
      <div className="fan-data" aria-busy={!data && !error}>
        {data ? (
          <FanStatistics fans={data} />
        ) : error ? (
          <ListFailure
            title={t('workspace.fans.failed')}
            error={error}
            retry={() => void refetch()}
          />
        ) : (
          <>
            <i className="waiting" />
            <i className="waiting" />
            <i className="waiting" />
          </>
        )}
      </div>
    </Dialog>
  )
}

export function FanStatistics({ fans: { total, newThisMonth, byStep, spaces } }: { fans: Fans }) {
  const countOf = (step: string) => byStep.find((entry) => entry.step === step)?.count ?? 0
  return (
    <>
      <dl className="fan-totals">
        <div>
          <dt>{t('workspace.fans.total')}</dt>
          <dd>{exactCount(total)}</dd>
        </div>
        <div>
          <dt>{t('workspace.fans.newThisMonth')}</dt>
          <dd>{newThisMonth > 0 ? `+${exactCount(newThisMonth)}` : '0'}</dd>
        </div>
      </dl>
      {total > 0 && (
        <section aria-labelledby="fans-by-step">
          <h3 id="fans-by-step">{t('workspace.fans.byStep')}</h3>
          <dl className="fan-steps">
            {ContactStep.options.map((step) => (
              <div key={step}>
                <dt>{messageOf(`resources.contacts.values.step.${step}`)}</dt>
                <dd>
                  <meter min={0} max={total} value={countOf(step)} aria-hidden="true" />
                  <span>{exactCount(countOf(step))}</span>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <section aria-labelledby="fans-spaces">
        <h3 id="fans-spaces">{t('workspace.fans.spaces')}</h3>
        {spaces.length === 0 && <p className="muted">{t('workspace.fans.none')}</p>}
        <ul>
          {spaces.map((space) => (
            <li key={space.id}>
              <Space space={space} />
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

/** Links to the contacts. */
const Space = ({ space: { id, name, contactCount } }: { space: Fans['spaces'][number] }) => (
  <AppLink route="UserWorkSpace" query={{ spaceId: String(id) }} className="fan-space">
    <strong>{name}</strong>
    <small>
      {t('workspace.contacts', { count: contactCount, shown: exactCount(contactCount) })}
    </small>
  </AppLink>
)
