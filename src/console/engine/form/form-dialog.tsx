/** Dialog with a form; asks before it discards unsaved input. */
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useRef,
  type ComponentProps,
  type ReactNode,
} from 'react'
import { t } from '#console/refine/i18n.ts'
import { useConfirm } from '#console/engine/confirm.tsx'
import { Dialog } from '#console/ui/overlays.tsx'

type Question = {
  readonly text: string
  readonly confirmLabel: string
  readonly cancelLabel: string
}
type FormState = {
  /** Keeps the dialog open. */
  readonly isSaving: boolean
  readonly isDirty: () => boolean
  /** Asked before it is closed, in place of that about unsaved input. */
  readonly question?: Question | undefined
  /** Turns off the unsaved-changes warning of the page. */
  readonly allowLeaving?: () => void
}
type Props = ComponentProps<typeof Dialog> & {
  /** Of a form without `FormBody`, which reports its own state. */
  form?: FormState
}

type Report = (state: FormState | undefined) => void
const FormDialogContext = createContext<{ leave: () => void; report: Report } | undefined>(
  undefined,
)

export function FormDialog({ form: ownForm, onClose, children, ...dialogProps }: Props) {
  const form = useRef<FormState>(undefined)
  const report = useCallback<Report>((state) => void (form.current = state), [])
  useReport(report, ownForm)
  const { ask, dialog: confirmDialog } = useConfirm()
  const discard = () => {
    form.current?.allowLeaving?.()
    onClose()
  }
  const leave = () => {
    if (form.current?.isSaving) return
    if (!form.current?.isDirty()) return discard()
    void ask({
      text: form.current.question?.text ?? t('crud.form.unsaved'),
      confirmLabel: form.current.question?.confirmLabel ?? t('crud.form.discard'),
      cancelLabel: form.current.question?.cancelLabel ?? t('crud.form.keep'),
      danger: true,
      onConfirm: () => {
        discard()
        return Promise.resolve(true)
      },
    })
  }
  return (
    <Dialog {...dialogProps} onClose={leave}>
      <FormDialogContext value={{ leave, report }}>{children}</FormDialogContext>
      {confirmDialog}
    </Dialog>
  )
}

/** Reports the state of a form to the dialog around it, if any. */
export const useStateInDialog = (state: FormState): void =>
  useReport(use(FormDialogContext)?.report, state)

function useReport(report: Report | undefined, state: FormState | undefined) {
  useEffect(() => {
    if (!report || !state) return undefined
    report(state)
    return () => report(undefined)
  })
}

/** Closes the form dialog that contains it; nothing without one. */
export function CancelButton({
  disabled = false,
  children = t('crud.form.cancel'),
}: {
  disabled?: boolean
  children?: ReactNode
}) {
  const context = use(FormDialogContext)
  if (!context) return null
  return (
    <button type="button" className="button" disabled={disabled} onClick={context.leave}>
      {children}
    </button>
  )
}
