/** Place of a dialog whose opener is not rendered again when it opens or closes. */
import { useState, useSyncExternalStore, type ReactNode } from 'react'

export type DialogSlot<T> = {
  /** What the dialog is about; undefined while it is closed. */
  readonly current: () => T | undefined
  /**
   * Opens or closes the dialog after the next frame, so that the press of the control that opened
   * it is painted before the dialog is rendered.
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
  const listeners = new Set<() => void>()
  return {
    current: () => content,
    set(next) {
      content = next
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
  return content === undefined ? null : children(content)
}
