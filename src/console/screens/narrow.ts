/** Whether a place is too narrow for a table. */
import { useEffect, useState, type RefObject } from 'react'

/** CSS pixels. Below it, rows are shown as cards. */
const enough = 640

export function useNarrow(place: RefObject<HTMLElement | null>): boolean {
  const [narrow, setNarrow] = useState(() => innerWidth < enough)
  useEffect(() => {
    const watched = place.current
    if (!watched) return undefined
    const watch = new ResizeObserver(([entry]) => entry && setNarrow(entry.contentRect.width < enough))
    watch.observe(watched)
    return () => watch.disconnect()
  }, [place])
  return narrow
}
