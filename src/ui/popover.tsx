/** Button with a native popover, positioned below or above the button, which it follows. */
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { keepPlaced } from '#ui/keep-placed.ts'
import './popover.css'

type PopoverProps = {
  /** Id of the button, for an external label; `aria-…` attributes are passed on too. */
  id?: string
  label: ReactNode
  /** Accessible name, if the visible label is not sufficient. */
  name?: string
  className: string
  /** Closes on any click inside; otherwise only on one of a link. */
  closeOnClick?: boolean
  /** Mounts the content only while open. */
  lazy?: boolean
  /** Marks the button as that of a form item with an error. */
  invalid?: boolean
  /** The edge of the button with which the popover is aligned; by default its end. */
  align?: 'start' | 'end'
  children: ReactNode
}

/** Pixels between button, popover and window edge. */
const gap = 4

export function Popover({
  label,
  name,
  className,
  closeOnClick = false,
  lazy = false,
  align = 'end',
  invalid = false,
  children,
  id: buttonId,
  ...aria
}: PopoverProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)

  useLayoutEffect(() => {
    const [anchor, panel] = [button.current, popover.current]
    if (!isOpen || !anchor || !panel) return undefined
    const position = () => {
      const anchorBox = anchor.getBoundingClientRect()
      const spaceAbove = anchorBox.top - 2 * gap
      const spaceBelow = innerHeight - anchorBox.bottom - 2 * gap
      panel.style.setProperty('--available-height', `${Math.max(spaceAbove, spaceBelow)}px`)
      const fitsBelow = panel.offsetHeight <= spaceBelow || spaceBelow >= spaceAbove
      panel.style.top = `${fitsBelow ? anchorBox.bottom + gap : anchorBox.top - gap - panel.offsetHeight}px`
      const left = align === 'start' ? anchorBox.left : anchorBox.right - panel.offsetWidth
      panel.style.left = `${Math.max(gap, Math.min(left, innerWidth - panel.offsetWidth - gap))}px`
    }
    const stop = keepPlaced(panel, position)
    return stop
  }, [isOpen, align])

  return (
    <>
      <button
        {...aria}
        ref={button}
        id={buttonId}
        type="button"
        className={className}
        popoverTarget={id}
        aria-expanded={isOpen}
        data-invalid={invalid || undefined}
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
        // React passes the event of a popover inside on to this one.
        onToggle={({ target, currentTarget, newState }) => {
          if (target === currentTarget) setOpen(newState === 'open')
        }}
        onClick={({ target }) => {
          const followsLink = target instanceof Element && target.closest('a[href]') !== null
          if (closeOnClick || followsLink) popover.current?.hidePopover()
        }}
      >
        {isOpen || !lazy ? children : null}
      </div>
    </>
  )
}
