/** Invitations so far, and the invitation link as text and QR code (spec 1.6, 2.25). */
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { exactCount } from '#client/i18n/format.ts'
import { t } from '#console/refine/i18n.ts'
import { useCapabilities } from '#console/refine/capabilities.ts'
import { Prose } from '#client/i18n/prose.tsx'
import { CopyButton } from '#console/ui/copy-button.tsx'
import { invites } from '#contract/invites.ts'
import { limits } from '#contract/limits.ts'
import type { User } from '#contract/users.ts'

const InviteCode = lazy(() => import('#console/features/overview/invite-code.tsx'))

export function Invite({ user: { inviteCode, inviteCount } }: { user: User }) {
  const { serves } = useCapabilities()
  if (!inviteCode) return null
  const reward = exactCount(limits.reward.invited)
  const link = `${location.origin}/login?${new URLSearchParams({ type: '2', inviteCode }).toString()}`
  return (
    <section className="invite">
      <h2>{t('overview.invite')}</h2>
      <dl className="facts">
        <div>
          <dt>{t('overview.invited')}</dt>
          <dd>{exactCount(inviteCount ?? 0)}</dd>
          {serves(invites.page) && (
            <dd>
              <Link className="way" to="/UserCenterInvite">
                {t('overview.inviteWho')}
              </Link>
            </dd>
          )}
        </div>
      </dl>
      <div className="invite-ways">
        <Given text={link} what={t('overview.inviteLink')} />
        <Given
          text={t('overview.inviteText', { product: t('product.name'), reward, link })}
          what={t('overview.inviteWhat')}
        />
        <ShowCode link={link} code={inviteCode} />
      </div>
      <p className="muted">
        <Prose>{t('overview.inviteHelp', { reward, ...limits.invitation })}</Prose>
      </p>
    </section>
  )
}

function Given({ text, what }: { text: string; what: string }) {
  return (
    <p className="invite-text">
      {text}
      <CopyButton text={text} what={what} />
    </p>
  )
}

function ShowCode(props: { link: string; code: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {t('overview.inviteCode')}
      </button>
      <Suspense>{open && <InviteCode {...props} close={() => setOpen(false)} />}</Suspense>
    </>
  )
}
