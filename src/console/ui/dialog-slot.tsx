/** Place of a dialog whose opener is not rendered again when it opens or closes. */
import { useState, useSyncExternalStore, type ReactNode, type SyntheticEvent } from 'react'
import '#console/ui/dialog-slot.css'

export type DialogSlot<T> = {
  /** What the dialog is about; undefined while it is closed. */
  readonly current: () => T | undefined
  /** How often content was set: a dialog that follows another is rendered anew. */
  readonly count: () => number
  /**
   * Opens or closes the dialog after the next frame, so that the press of the control that opened
   * it is painted before the dialog is rendered, or with the next rendering of the opener, if that
   * is earlier.
   */
  readonly set: (content: T | undefined) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** The same slot at every rendering of the component. */
export function useDialogSlot<T>(): DialogSlot<T> {
  const [slot] = useState(() => createDialogSlot<T>())
  return slot
}

function createDialogSlot<T>(): DialogSlot<T> {
  let content: T | undefined
  let count = 0
  const listeners = new Set<() => void>()
  return {
    current: () => content,
    count: () => count,
    set(next) {
      content = next
      count++
      afterNextFrame(() => {
        for (const listener of listeners) listener()
      })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A callback of an animation frame runs before that frame is painted, a timer set there after it. */
function afterNextFrame(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run))
}

/** Renders the dialog of a slot while it is open. */
export function SlotDialog<T>({
  slot,
  children,
}: {
  slot: DialogSlot<T>
  children: (content: T) => ReactNode
}) {
  const content = useSyncExternalStore(slot.subscribe, slot.current)
  if (content === undefined) return null
  // Closed, but still rendered until the next frame: a second press must not send again.
  const ignoreIfClosed = (event: SyntheticEvent) => {
    if (slot.current() === content) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      key={slot.count()}
      className="dialog-slot"
      onClickCapture={ignoreIfClosed}
      onSubmitCapture={ignoreIfClosed}
    >
      {children(content)}
    </div>
  )
}
