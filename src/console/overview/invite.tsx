/** How many have been invited, and a text that invites more. */
import { exactCount } from '#client/format.ts'
import { t } from '#console/providers/i18n.ts'
import { CopyButton } from '#console/ui/copy-button.tsx'
import { limits } from '#contract/limits.ts'
import type { User } from '#contract/users.ts'

export function Invite({ user: { inviteCode, inviteCount } }: { user: User }) {
  if (!inviteCode) return null
  const reward = exactCount(limits.reward.invited)
  const link = `${location.origin}/login?${new URLSearchParams({ type: '2', inviteCode }).toString()}`
  const text = t('overview.inviteText', { product: t('product.name'), reward, link })
  return (
    <section className="card invite">
      <h2>{t('overview.invite')}</h2>
      <dl className="facts">
        <div>
          <dt>{t('overview.invited')}</dt>
          <dd>{exactCount(inviteCount ?? 0)}</dd>
        </div>
      </dl>
      <p className="invite-text">
        {text}
        <CopyButton text={text} what={t('overview.inviteWhat')} />
      </p>
      <p className="muted">{t('overview.inviteHelp', { reward })}</p>
    </section>
  )
}
