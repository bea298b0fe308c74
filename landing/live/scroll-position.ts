/** Preserves the reading position (section and offset) across a language change. */

const storageKey = 'place'

/**
 * Stores the index of the topmost visible landmark and the fraction of it above the window. Call
 * before the link is followed. Also copies the query and the fragment to the link.
 */
export function saveScrollPosition(element: HTMLElement): void {
  const link = element as HTMLAnchorElement
  const target = new URL(link.href)
  for (const [name, value] of new URLSearchParams(location.search))
    if (!target.searchParams.has(name)) target.searchParams.set(name, value)
  target.hash = location.hash
  link.href = target.href
  const landmarks = findLandmarks()
  const index = landmarks.findLastIndex((landmark) => landmark.getBoundingClientRect().top <= 1)
  try {
    if (index >= 0)
      sessionStorage.setItem(
        storageKey,
        JSON.stringify([
          index,
          -landmarks[index]!.getBoundingClientRect().top / landmarks[index]!.offsetHeight,
        ]),
      )
  } catch {
    // Without storage the page opens at its top.
  }
}

export function restoreScrollPosition(): void {
  try {
    const stored = sessionStorage.getItem(storageKey)
    if (stored === null) return
    sessionStorage.removeItem(storageKey)
    const [index, fraction] = JSON.parse(stored) as [number, number]
    const passed = findLandmarks().slice(0, index + 1)
    const element = passed[index]
    if (!element) return
    // Forces layout of sections skipped by `content-visibility`; their estimated heights would
    // shift the target.
    for (const passedElement of passed) passedElement.style.contentVisibility = 'visible'
    scrollTo({
      top: element.getBoundingClientRect().top + scrollY + fraction * element.offsetHeight,
      behavior: 'instant',
    })
  } catch {
    // Without storage, or after a malformed entry, the page opens at its top.
  }
}

/** Elements that are the same in both languages of a page. */
const findLandmarks = () => [
  ...document.querySelectorAll<HTMLElement>('main > *, main section, footer'),
]
