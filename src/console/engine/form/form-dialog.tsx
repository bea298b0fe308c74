/** Dialog with a form; asks before it discards unsaved input. */
import { createContext, use, useRef, type ComponentProps, type ReactNode } from 'react'
import { t } from '#console/refine/i18n.ts'
import { useConfirm } from '#console/engine/confirm.tsx'
import { Dialog } from '#console/ui/overlays.tsx'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Props = ComponentProps<typeof Dialog> & {
  /** Blocks closing while saving. */
  busy?: boolean
  /** Marks unsaved input that no visible control contains, such as on another tab. */
  dirty?: boolean
}

const LeaveContext = createContext<() => void>(() => {})

export function FormDialog({
  busy = false,
  dirty = false,
  onClose,
  children,
  ...dialogProps
}: Props) {
  const initialValues = useRef(new Map<Control, string>())
  const { ask, dialog: confirmDialog } = useConfirm()
  const storeInitialValue = (target: EventTarget) => {
    if (isControl(target) && !initialValues.current.has(target))
      initialValues.current.set(target, valueOf(target))
  }
  const isChanged = () =>
    dirty ||
    [...initialValues.current].some(
      ([control, value]) => control.isConnected && valueOf(control) !== value,
    )
  const leave = () => {
    if (busy) return
    if (!isChanged()) return onClose()
    void ask({
      text: t('crud.form.unsaved'),
      confirmLabel: t('crud.form.discard'),
      cancelLabel: t('crud.form.keep'),
      danger: true,
      onConfirm: () => {
        onClose()
        return Promise.resolve(true)
      },
    })
  }
  return (
    <Dialog {...dialogProps} onClose={leave}>
      <div className="dialog-form" onFocusCapture={({ target }) => storeInitialValue(target)}>
        <LeaveContext value={leave}>{children}</LeaveContext>
      </div>
      {confirmDialog}
    </Dialog>
  )
}

/** Closes the form dialog that contains it. */
export function CancelButton({
  disabled = false,
  children,
}: {
  disabled?: boolean
  children: ReactNode
}) {
  const leave = use(LeaveContext)
  return (
    <button type="button" className="button" disabled={disabled} onClick={leave}>
      {children}
    </button>
  )
}

const isControl = (target: EventTarget): target is Control =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement
const valueOf = (control: Control) =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)
    ? String(control.checked)
    : control.value
