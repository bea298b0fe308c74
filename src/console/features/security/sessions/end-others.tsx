/** Button above the session list that ends all other sessions. */
import { useInvalidate } from '@refinedev/core'
import { call } from '#client/api/call.ts'
import { t } from '#console/refine/i18n.ts'
import { notifyDone, notifyFailure } from '#console/refine/notification.ts'
import { useCanUse } from '#console/refine/capabilities.ts'
import { useConfirm } from '#console/engine/confirm.tsx'
import { sessions } from '#contract/sessions.ts'

export default function EndOthers() {
  const canUse = useCanUse()
  const invalidate = useInvalidate()
  const { ask, dialog } = useConfirm()
  if (!canUse(sessions.endOthers)) return null

  const endOthers = async () => {
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
            confirmLabel: t('security.sessions.endOthers'),
            danger: false,
            onConfirm: endOthers,
          })
        }
      >
        {t('security.sessions.endOthers')}
      </button>
      {dialog}
    </p>
  )
}
