/** Overlays of the console: dialog, disclosure and toasts. */
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { t } from '#console/refine/i18n.ts'
import { FailureHelp } from '#console/ui/contact-support.tsx'
import { Dialog as KitDialog, type DialogProps } from '#ui/dialog.tsx'
import { DownIcon } from '#ui/icons.tsx'
import { ToastArea } from '#ui/toast-area.tsx'
import { ToastMessages } from '#ui/toasts.tsx'
import '#ui/popover.css'

/** Dialog with the console's toasts and, unless it is a question, a close button. */
export function Dialog(props: Omit<DialogProps, 'closeLabel' | 'toasts' | 'closesOnBackdrop'>) {
  const isQuestion = (props.shape ?? 'question') === 'question'
  return (
    <KitDialog
      {...props}
      closeLabel={isQuestion ? undefined : t('crud.form.close')}
      toasts={<Toasts />}
    />
  )
}

type DisclosureProps = { label: ReactNode; className: string; children: ReactNode }

/** Button that toggles a panel below it, closed by navigation. */
export function Disclosure({ label, className, children }: DisclosureProps) {
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { key: locationKey } = useLocation()
  // Navigation changes the key of the location, which closes the panel.
  const [openLocationKey, setOpenLocationKey] = useState<string>()
  const isOpen = openLocationKey === locationKey

  useEffect(() => {
    const element = root.current
    if (!isOpen || !element) return undefined
    const listeners = new AbortController()
    const close = () => setOpenLocationKey(undefined)
    const closeIfOutside = (target: EventTarget | null) => {
      if (target instanceof Node && !element.contains(target)) close()
    }
    const onKeyDown = ({ key: pressedKey }: KeyboardEvent) => {
      if (pressedKey !== 'Escape') return
      close()
      button.current?.focus()
    }
    document.addEventListener('pointerdown', ({ target }) => closeIfOutside(target), listeners)
    element.addEventListener(
      'focusout',
      ({ relatedTarget }) => closeIfOutside(relatedTarget),
      listeners,
    )
    element.addEventListener('keydown', onKeyDown, listeners)
    return () => listeners.abort()
  }, [isOpen])

  return (
    <div className={`disclosure ${className}`} ref={root}>
      <button
        type="button"
        ref={button}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpenLocationKey(isOpen ? undefined : locationKey)}
      >
        {label}
        <DownIcon />
      </button>
      <div id={id} className="popover panel" hidden={!isOpen}>
        {children}
      </div>
    </div>
  )
}

/** `base` marks the page's toast area; each dialog has its own. */
export function Toasts({ base = false }: { base?: boolean }) {
  return <ToastArea name={t('toast.region')} base={base} getRenderer={getToastRenderer} />
}

const getToastRenderer = () => renderToasts

const renderToasts = (region: 'errors' | 'others') => (
  <ToastMessages
    errors={region === 'errors'}
    texts={{
      close: t('toast.close'),
      undo: t('toast.undo'),
      undoHelp: t('toast.undoHelp'),
      requestId: renderRequestId,
    }}
  />
)

const renderRequestId = (id: string) => <FailureHelp requestId={id} />
