/** Dialogs that change an account and ask for a reason, which the log keeps. */
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { notifyDone } from '#console/refine/notification.ts'
import { Dialog } from '#console/ui/overlays.tsx'
import { customers, type CustomerDetails } from '#contract/operator/customers.ts'
import { t } from '#operator/customers/messages.ts'
import { Failure, Labelled } from '#operator/payments/parts.tsx'
import './customers.css'

export type Change = 'suspend' | 'reopen' | 'endSessions' | 'removeTwoFactor'

type Props = { change: Change; customer: CustomerDetails; close: (isDone?: boolean) => void }

export function ChangeDialog({ change, customer, close }: Props) {
  const [includesGroup, setIncludesGroup] = useState(false)
  const { id } = customer
  const applyChange = async (reason: string) => {
    if (change === 'endSessions') {
      const { ended } = await idempotentCall(customers.endSessions, {
        id,
        reason,
        ...(includesGroup ? { group: 1 as const } : {}),
      })
      return t('customers.done.endSessions', { count: ended })
    }
    await idempotentCall(customers[change], { id, reason })
    return t(`customers.done.${change}`)
  }
  return (
    <ReasonDialog
      title={t(`customers.actions.${change}`)}
      text={t(`customers.dialog.${change}`, { name: customer.account })}
      submitLabel={t(`customers.actions.${change}`)}
      isDangerous={change === 'suspend' || change === 'removeTwoFactor'}
      onSubmit={applyChange}
      close={close}
    >
      {change === 'endSessions' && customer.memberCount > 0 && customer.type === 'main' && (
        <label className="check-line">
          <input
            type="checkbox"
            className="tick"
            checked={includesGroup}
            onChange={({ target }) => setIncludesGroup(target.checked)}
          />
          {t('customers.dialog.group')}
        </label>
      )}
    </ReasonDialog>
  )
}

type ReasonProps = {
  title: string
  text: string
  submitLabel: string
  /** Who reads the reason. */
  reasonHelp?: string
  isDangerous?: boolean
  /** Validates the other inputs and shows their errors. Returns whether all are valid. */
  validate?: () => boolean
  /** Returns the message for the toast. */
  onSubmit: (reason: string) => Promise<string>
  close: (isDone?: boolean) => void
  children?: ReactNode
}

/** Asks for the reason of a change, which colleagues read in the log, and makes the change. */
export function ReasonDialog({
  title,
  text,
  submitLabel,
  reasonHelp,
  isDangerous = false,
  validate,
  onSubmit,
  close,
  children,
}: ReasonProps) {
  const reasonField = useRef<HTMLTextAreaElement>(null)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [isWorking, setWorking] = useState(false)
  const [error, setError] = useState<unknown>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const isValid = validate?.() ?? true
    const isReasonMissing = reason.trim() === ''
    setMissing(isReasonMissing)
    if (isReasonMissing && isValid) reasonField.current?.focus()
    if (isReasonMissing || !isValid) return
    setWorking(true)
    setError(undefined)
    try {
      notifyDone(await onSubmit(reason.trim()))
      close(true)
    } catch (failure) {
      setError(failure)
      setWorking(false)
    }
  }
  return (
    <Dialog title={title} onClose={() => !isWorking && close()}>
      <form className="change-form" noValidate onSubmit={(event) => void submit(event)}>
        <p>{text}</p>
        {error !== undefined && <Failure error={error} />}
        {children}
        <Labelled label={t('customers.dialog.reason')}>
          <textarea
            ref={reasonField}
            className="control"
            rows={2}
            maxLength={200}
            value={reason}
            aria-invalid={isMissing}
            aria-describedby="reason-note"
            onChange={({ target }) => {
              setReason(target.value)
              setMissing(false)
            }}
          />
          <small id="reason-note" className={isMissing ? 'field-error' : undefined}>
            {isMissing
              ? t('customers.dialog.missing')
              : (reasonHelp ?? t('customers.dialog.reasonHelp'))}
          </small>
        </Labelled>
        <div className="dialog-actions">
          <button type="button" className="button" disabled={isWorking} onClick={() => close()}>
            {t('customers.dialog.cancel')}
          </button>
          <button
            type="submit"
            className={isDangerous ? 'button danger' : 'button primary'}
            disabled={isWorking}
            aria-busy={isWorking}
          >
            {isWorking ? t('customers.dialog.working') : submitLabel}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
