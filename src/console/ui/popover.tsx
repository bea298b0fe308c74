/** Popover and disclosure: content that a button opens. */
import { useId, useLayoutEffect, useRef, useState, type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { DownIcon } from '#console/ui/icons.tsx'

type PopoverProps = {
  /** Id of the button, for an external label; `aria-…` attributes are passed on too. */
  id?: string
  label: ReactNode
  /** Accessible name, if the visible label is not sufficient. */
  name?: string
  className: string
  /** Closes on any click inside. */
  closes?: boolean
  /** Mounts the content only while open. */
  lazily?: boolean
  children: ReactNode
}

/** Pixels between button, popover and window edge. */
const gap = 4

/** Button with a native popover, positioned below or above the button. */
export function Popover({
  label,
  name,
  className,
  closes = false,
  lazily = false,
  children,
  id: buttonId,
  ...aria
}: PopoverProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  useLayoutEffect(() => {
    const [from, box] = [button.current, popover.current]
    if (!open || !from || !box) return
    const at = from.getBoundingClientRect()
    const below = at.bottom + gap + box.offsetHeight <= innerHeight
    box.style.top = `${Math.max(gap, below ? at.bottom + gap : at.top - gap - box.offsetHeight)}px`
    box.style.left = `${Math.max(gap, Math.min(at.right - box.offsetWidth, innerWidth - box.offsetWidth - gap))}px`
  }, [open])

  return (
    <>
      <button
        {...aria}
        ref={button}
        id={buttonId}
        type="button"
        className={className}
        popoverTarget={id}
        aria-expanded={open}
        {...(name ? { 'aria-label': name, title: name } : {})}
      >
        {label}
      </button>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- catches bubbling clicks of inner buttons, which keys trigger too. */}
      <div
        ref={popover}
        id={id}
        popover="auto"
        className="popover"
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onClick={() => closes && popover.current?.hidePopover()}
      >
        {open || !lazily ? children : null}
      </div>
    </>
  )
}

type DisclosureProps = { label: ReactNode; className: string; children: ReactNode }

/** Disclosure: a button that toggles a panel below it. */
export function Disclosure({ label, className, children }: DisclosureProps) {
  const id = useId()
  const whole = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string>()
  const open = openAt === key

  useEffect(() => {
    const here = whole.current
    if (!open || !here) return undefined
    const listening = new AbortController()
    const close = () => setOpenAt(undefined)
    const unlessInside = (target: EventTarget | null) => {
      if (target instanceof Node && !here.contains(target)) close()
    }
    const onKey = ({ key: pressed }: KeyboardEvent) => {
      if (pressed !== 'Escape') return
      close()
      button.current?.focus()
    }
    document.addEventListener('pointerdown', ({ target }) => unlessInside(target), listening)
    here.addEventListener('focusout', ({ relatedTarget }) => unlessInside(relatedTarget), listening)
    here.addEventListener('keydown', onKey, listening)
    return () => listening.abort()
  }, [open])

  return (
    <div className={`disclosure ${className}`} ref={whole}>
      <button
        type="button"
        ref={button}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpenAt(open ? undefined : key)}
      >
        {label}
        <DownIcon />
      </button>
      <div id={id} className="panel" hidden={!open}>
        {children}
      </div>
    </div>
  )
}
