/**
 * A button with something that opens under it, above everything else on the page: the browser's own
 * popover, placed at its button.
 */
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'

type Props = {
  /** Of the button, for a label outside; what a form says of its items comes along as `aria-…`. */
  id?: string
  label: ReactNode
  /** What the button is called, where its label does not say enough. */
  name?: string
  className: string
  /** Pressing something in it closes it. */
  closes?: boolean
  /** What is in it is made when it opens, and forgotten when it closes. */
  lazily?: boolean
  children: ReactNode
}

/** Pixels between the button, what opens, and the edge of the window. */
const gap = 4

export function Popover({
  label,
  name,
  className,
  closes = false,
  lazily = false,
  children,
  id: buttonId,
  ...aria
}: Props) {
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
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- hears the buttons inside, which keys press too. */}
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
