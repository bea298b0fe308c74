/** Button above the session list that ends all other sessions. */
import { useInvalidate } from '@refinedev/core'
import { call } from '#client/api/call.ts'
import { t } from '#console/refine/i18n.ts'
import { notifyDone, notifyFailure } from '#console/refine/notification.ts'
import { useOffers } from '#console/refine/capabilities.ts'
import { useConfirm } from '#console/engine/confirm.tsx'
import { sessions } from '#contract/sessions.ts'

export default function EndOthers() {
  const offers = useOffers()
  const invalidate = useInvalidate()
  const { ask, dialog } = useConfirm()
  if (!offers(sessions.endOthers)) return null

  const work = async () => {
    try {
      const { ended } = await call(sessions.endOthers, {})
      notifyDone(t('security.sessions.ended', { count: ended }))
      return true
    } catch (error) {
      notifyFailure(error)
      return false
    } finally {
      void invalidate({ resource: 'sessions', invalidates: ['list'] })
    }
  }

  return (
    <p className="end-others">
      <button
        type="button"
        className="button"
        onClick={() =>
          void ask({
            text: t('security.sessions.endOthersAsk'),
            yes: t('security.sessions.endOthers'),
            danger: false,
            work,
          })
        }
      >
        {t('security.sessions.endOthers')}
      </button>
      {dialog}
    </p>
  )
}
