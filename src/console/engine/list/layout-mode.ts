/** Layout of list rows by container width. */
import { useEffect, useState, type RefObject } from 'react'

/** `cards` is too narrow for a table; `tight` stacks some columns under others. */
export type LayoutMode = 'cards' | 'tight' | 'wide'

/**
 * Minimum container widths in CSS pixels for a table and for unstacked columns. Next to an aside,
 * narrower cells lower the latter.
 */
const table = 640
const wide = 1_040
const wideBeside = 880

export function useLayoutMode(place: RefObject<HTMLElement | null>, beside: boolean): LayoutMode {
  const [room, setRoom] = useState(() => roomOf(innerWidth, beside))
  useEffect(() => {
    const watched = place.current
    if (!watched) return undefined
    const watch = new ResizeObserver(
      ([entry]) => entry && setRoom(roomOf(entry.contentRect.width, beside)),
    )
    watch.observe(watched)
    return () => watch.disconnect()
  }, [place, beside])
  return room
}

function roomOf(width: number, beside: boolean): LayoutMode {
  if (width < table) return 'cards'
  return width < (beside ? wideBeside : wide) ? 'tight' : 'wide'
}
