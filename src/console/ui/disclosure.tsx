/** A button that shows a panel under itself, and hides it on Escape, on a click elsewhere, when the focus leaves, and when a link in it is followed. */
import { useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { DownIcon } from '#console/ui/icons.tsx'

type Props = { label: ReactNode; className: string; children: ReactNode }

export function Disclosure({ label, className, children }: Props) {
  const id = useId()
  const whole = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string>()
  const open = openAt === key
  const close = () => setOpenAt(undefined)

  useEffect(() => {
    if (!open) return undefined
    const elsewhere = ({ target }: Event) => {
      if (!whole.current?.contains(target as Node)) close()
    }
    document.addEventListener('pointerdown', elsewhere)
    return () => document.removeEventListener('pointerdown', elsewhere)
  }, [open])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    close()
    button.current?.focus()
  }
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget as Node)) close()
  }

  return (
    <div className={`disclosure ${className}`} ref={whole} onKeyDown={onKeyDown} onBlur={onBlur}>
      <button type="button" ref={button} aria-expanded={open} aria-controls={id} onClick={() => setOpenAt(open ? undefined : key)}>
        {label}
        <DownIcon />
      </button>
      <div id={id} className="panel" hidden={!open}>
        {children}
      </div>
    </div>
  )
}
