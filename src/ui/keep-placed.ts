/** Keeps an element of the top layer at its place while what it belongs to moves. */

/** Calls `place` now and whenever the element or the window changes its size, or anything scrolls. Returns the function that stops it. */
export function keepPlaced(element: HTMLElement, place: () => void): () => void {
  place()
  // Content that loads later changes the size.
  const observer = new ResizeObserver(place)
  observer.observe(element)
  const listeners = new AbortController()
  const { signal } = listeners
  addEventListener('resize', place, { signal })
  // Scroll events do not bubble.
  document.addEventListener('scroll', place, { signal, capture: true, passive: true })
  return () => {
    observer.disconnect()
    listeners.abort()
  }
}
