/** Form of one dialog step: inputs, error and buttons. */
import { CancelButton } from '#console/engine/form/form-dialog.tsx'
import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { t } from '#console/refine/i18n.ts'
import type { StepState } from '#console/features/security/two-factor/use-step.ts'

type Props = {
  asking: StepState
  submit: string
  danger?: boolean
  onSubmit: () => void
  children: ReactNode
}

export function StepForm({
  asking: { busy, wrong, failed, refused },
  submit,
  danger = false,
  onSubmit,
  children,
}: Props) {
  const form = useRef<HTMLFormElement>(null)
  const faulty = Object.keys(wrong).join()
  // Focuses the first invalid input, or the first input when the step opens.
  useEffect(() => {
    const shown = form.current
    if (!busy)
      (faulty
        ? shown?.querySelector<HTMLElement>('[aria-invalid]')
        : shown?.querySelector<HTMLElement>('input')
      )?.focus()
  }, [busy, faulty])

  function send(event: FormEvent) {
    event.preventDefault()
    if (!busy) onSubmit()
  }
  return (
    <form ref={form} className="step-form" noValidate aria-busy={busy} onSubmit={send}>
      {failed && (
        <div className="form-note" data-tone="danger" {...(refused ? {} : { role: 'alert' })}>
          {failed}
        </div>
      )}
      {children}
      <footer className="dialog-actions">
        <CancelButton>{t('pages.confirm.cancel')}</CancelButton>
        <button
          type="submit"
          className={danger ? 'button danger' : 'button primary'}
          aria-busy={busy}
          aria-disabled={busy}
        >
          {busy ? t('pages.confirm.working') : submit}
        </button>
      </footer>
    </form>
  )
}
