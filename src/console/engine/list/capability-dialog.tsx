/** Dialog shown when the membership lacks a capability; links to the checkout (spec 5.14). */
import { useNavigate } from 'react-router'
import type { Capability } from '#contract/endpoint.ts'
import { t, word } from '#console/refine/i18n.ts'
import type { Route } from '#console/engine/resource.ts'
import { Dialog } from '#console/ui/dialog.tsx'
import { needsWords } from '#console/engine/message-keys.ts'

/** Page on which memberships are bought. */
const recharge: Route = 'UserCenterRecharge'

export function CapabilityDialog({ needs, onClose }: { needs: Capability; onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <Dialog title={word(needsWords(needs, 'title'))} onClose={onClose}>
      <p>{word(needsWords(needs, 'help'))}</p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t('pages.needs.close')}
        </button>
        <button
          type="button"
          className="button primary"
          onClick={() => void navigate(`/${recharge}`)}
        >
          {t('pages.needs.activate')}
        </button>
      </div>
    </Dialog>
  )
}
