/** How much room a place has for rows. */
import { useEffect, useState, type RefObject } from 'react'

/** `cards` is too little for a table; in a `tight` one some values stand beneath others. */
export type LayoutMode = 'cards' | 'tight' | 'wide'

/**
 * CSS pixels that a table takes, and those that each column needs to stand for itself: fewer beside
 * something else, where cells are narrower.
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
