/** Dialog with a form; asks before it discards unsaved input. */
import { createContext, use, useRef, type ComponentProps, type ReactNode } from 'react'
import { t } from '#console/refine/i18n.ts'
import { useConfirm } from '#console/engine/confirm.tsx'
import { Dialog } from '#console/ui/overlays.tsx'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Props = ComponentProps<typeof Dialog> & {
  /** Blocks closing while saving. */
  busy?: boolean
  /** Unsaved input exists that no visible control shows, such as on another tab. */
  dirty?: boolean
}

const LeaveForm = createContext<() => void>(() => {})

export function FormDialog({ busy = false, dirty = false, onClose, children, ...shown }: Props) {
  const opening = useRef(new Map<Control, string>())
  const { ask, dialog } = useConfirm()
  const remember = (target: EventTarget) => {
    if (isControl(target) && !opening.current.has(target))
      opening.current.set(target, valueOf(target))
  }
  const isChanged = () =>
    dirty ||
    [...opening.current].some(
      ([control, value]) => control.isConnected && valueOf(control) !== value,
    )
  const leave = () => {
    if (busy) return
    if (!isChanged()) return onClose()
    const work = () => {
      onClose()
      return Promise.resolve(true)
    }
    void ask({
      text: t('crud.form.unsaved'),
      yes: t('crud.form.discard'),
      no: t('crud.form.keep'),
      danger: true,
      work,
    })
  }
  return (
    <Dialog {...shown} onClose={leave}>
      <div className="dialog-form" onFocusCapture={({ target }) => remember(target)}>
        <LeaveForm value={leave}>{children}</LeaveForm>
      </div>
      {dialog}
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
  const leave = use(LeaveForm)
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
