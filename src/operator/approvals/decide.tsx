/** Drawer with a request for approval: what would be done, why, and the decision. */
import { useRef, useState } from 'react'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { hasMessage, messageOf } from '#console/refine/i18n.ts'
import { notifyDone } from '#console/refine/notification.ts'
import { useRefreshAll } from '#console/refine/query.ts'
import { Dialog } from '#console/ui/overlays.tsx'
import { approvals, type Approval } from '#contract/operator/approvals.ts'
import { t } from '#operator/customers/words.ts'
import { Facts, Failure, Labelled } from '#operator/payments/parts.tsx'
import { itemsOf } from '#operator/team/log-change.tsx'
import '#operator/customers/customers.css'

export default function Decide({ row, close }: { row: Approval; close: () => void }) {
  const name = (
    field: 'createDateTime' | 'kind' | 'subject' | 'reason' | 'state' | 'decidedOperator' | 'note',
  ) => t(`resources.approvals.fields.${field}`)
  const role = messageOf(`codes.operatorRole.${row.operatorRole}`)
  return (
    <Dialog shape="drawer" title={t('approvals.title')} onClose={close}>
      <div className="payment-drawer">
        <Facts
          facts={[
            { name: name('kind'), value: messageOf(`codes.approvalKind.${row.kind}`) },
            { name: name('subject'), value: row.subject, copy: row.subject },
            { name: t('resources.approvals.fields.operator'), value: `${row.operator} · ${role}` },
            { name: name('createDateTime'), value: row.createDateTime },
            { name: name('reason'), value: row.reason },
            { name: name('state'), value: messageOf(`codes.approvalState.${row.state}`) },
            ...(row.decidedOperator
              ? [
                  {
                    name: name('decidedOperator'),
                    value: [row.decidedOperator, row.decideDateTime].filter(Boolean).join(' · '),
                  },
                ]
              : []),
            ...(row.note ? [{ name: name('note'), value: row.note }] : []),
          ]}
        />
        <section className="payment-handling">
          <h3>{t('approvals.what')}</h3>
          <Facts
            facts={[...itemsOf(row.request)].map(([key, value]) => ({
              name: labelOf(key),
              value,
            }))}
          />
        </section>
        {row.state === 'open' && <Decision row={row} close={close} />}
      </div>
    </Dialog>
  )
}

function Decision({ row, close }: { row: Approval; close: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [note, setNote] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [working, setWorking] = useState<'approve' | 'refuse'>()
  const [error, setError] = useState<unknown>()
  const refresh = useRefreshAll()
  // Only the operator who asked may refuse a request without being able to approve it.
  const isOwn = row.mayRefuse === 1 && row.mayApprove === 0
  const decide = async (way: 'approve' | 'refuse') => {
    const text = note.trim()
    if (way === 'refuse' && text === '') {
      setMissing(true)
      field.current?.focus()
      return
    }
    setWorking(way)
    setError(undefined)
    try {
      if (way === 'approve')
        await idempotentCall(approvals.approve, { id: row.id, ...(text ? { note: text } : {}) })
      else await idempotentCall(approvals.refuse, { id: row.id, note: text })
      notifyDone(
        t(
          way === 'approve'
            ? 'approvals.approved'
            : isOwn
              ? 'approvals.withdrawn'
              : 'approvals.refused',
        ),
      )
      close()
      await refresh()
    } catch (failed) {
      setError(failed)
      setWorking(undefined)
    }
  }
  if (row.mayApprove === 0 && row.mayRefuse === 0)
    return <p className="form-note">{t('approvals.other')}</p>
  return (
    <section className="payment-handling change-form">
      {isOwn && <p>{t('approvals.own')}</p>}
      {error !== undefined && <Failure error={error} />}
      <Labelled label={t('approvals.note')}>
        <textarea
          ref={field}
          className="control"
          rows={2}
          maxLength={200}
          value={note}
          aria-invalid={isMissing}
          aria-describedby="note-help"
          onChange={({ target }) => {
            setNote(target.value)
            setMissing(false)
          }}
        />
        <small id="note-help" className={isMissing ? 'wrong' : undefined}>
          {t(isMissing ? 'approvals.missing' : 'approvals.noteHelp')}
        </small>
      </Labelled>
      <div className="dialog-actions">
        {row.mayRefuse === 1 && (
          <button
            type="button"
            className="button"
            disabled={working !== undefined}
            aria-busy={working === 'refuse'}
            onClick={() => void decide('refuse')}
          >
            {t(isOwn ? 'approvals.withdraw' : 'approvals.refuse')}
          </button>
        )}
        {row.mayApprove === 1 && (
          <button
            type="button"
            className="button primary"
            disabled={working !== undefined}
            aria-busy={working === 'approve'}
            onClick={() => void decide('approve')}
          >
            {t('approvals.approve')}
          </button>
        )}
      </div>
    </section>
  )
}

/** Label of a quantity or a field where the console has one, else its name. */
function labelOf(path: string): string {
  const last = path.slice(path.lastIndexOf('.') + 1)
  const known = [`customers.adjust.${last}`, `approvals.${last}`, `fields.${last}`].find((key) =>
    hasMessage(key),
  )
  return known ? messageOf(known) : path
}
