/** Keeps keyboard focus in a list after a focused row is removed. */
import { useEffect, useRef, type RefObject } from 'react'
import type { Row } from '#console/engine/resource.ts'

/** Call the returned function when a row was removed; the focus moves when the new rows arrive. */
export function useKeptFocus(
  place: RefObject<HTMLElement | null>,
  rows: readonly Row[],
): () => void {
  const removed = useRef(false)
  useEffect(() => {
    if (removed.current && document.activeElement === document.body)
      place.current?.focus({ preventScroll: true })
    removed.current = false
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs when new rows arrive.
  }, [place, rows])
  return () => (removed.current = true)
}
