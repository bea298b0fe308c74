/**
 * A row that is gone takes the focus with it: the rows that are left get it, so that one goes on
 * from there.
 */
import { useEffect, useRef, type RefObject } from 'react'
import type { Row } from '#console/engine/resource.ts'

/** Call what it answers when a row was removed; the rows come a moment later. */
export function useKeptFocus(
  place: RefObject<HTMLElement | null>,
  rows: readonly Row[],
): () => void {
  const removed = useRef(false)
  useEffect(() => {
    if (removed.current && document.activeElement === document.body)
      place.current?.focus({ preventScroll: true })
    removed.current = false
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- new rows are the moment, not what is read.
  }, [place, rows])
  return () => (removed.current = true)
}
