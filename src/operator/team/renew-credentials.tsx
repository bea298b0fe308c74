/** Replaces an operator's credentials after a question, and shows the new ones once. */
import { useState } from 'react'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { notifyFailure } from '#console/refine/notification.ts'
import { t as common } from '#console/refine/i18n.ts'
import { Dialog } from '#console/ui/overlays.tsx'
import {
  operators,
  type OperatorCredentials,
  type OperatorRow,
} from '#contract/operator/operators.ts'
import { messagesOf } from '#operator/i18n.ts'
import Credentials from '#operator/team/credentials.tsx'
import type { zh } from '#locales/operator/team.ts'

const t = messagesOf<typeof zh>()

export default function RenewCredentials({ row, close }: { row: OperatorRow; close: () => void }) {
  const [credentials, setCredentials] = useState<OperatorCredentials>()
  const [isWorking, setWorking] = useState(false)
  const renew = async () => {
    setWorking(true)
    try {
      setCredentials(await idempotentCall(operators.renewCredentials, { id: row.id }))
    } catch (error) {
      notifyFailure(error)
      close()
    }
  }
  if (credentials) return <Credentials output={credentials} close={close} />
  return (
    <Dialog
      title={t('team.renew.question', { name: row.name })}
      onClose={() => !isWorking && close()}
    >
      <p>{t('team.renew.text')}</p>
      <div className="dialog-actions">
        <button type="button" className="button" disabled={isWorking} onClick={close}>
          {common('crud.confirm.cancel')}
        </button>
        <button
          type="button"
          className="button danger"
          disabled={isWorking}
          aria-busy={isWorking}
          onClick={() => void renew()}
        >
          {isWorking ? common('crud.confirm.working') : t('team.renew.yes')}
        </button>
      </div>
    </Dialog>
  )
}
