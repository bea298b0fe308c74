/** Disclosure: a button that toggles a panel below it, closed by navigation. */
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { DownIcon } from '#ui/icons.tsx'
import '#ui/popover.css'

type DisclosureProps = { label: ReactNode; className: string; children: ReactNode }

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
      <div id={id} className="popover panel" hidden={!open}>
        {children}
      </div>
    </div>
  )
}
