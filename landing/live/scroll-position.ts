/** Preserves the reading position (section and offset) across a language change. */

const key = 'place'

/** Call before the link is followed. Copies the query and the fragment to the link. */
export function saveScrollPosition(element: HTMLElement): void {
  const link = element as HTMLAnchorElement
  const to = new URL(link.href)
  for (const [name, value] of new URLSearchParams(location.search))
    if (!to.searchParams.has(name)) to.searchParams.set(name, value)
  to.hash = location.hash
  link.href = to.href
  const marks = landmarks()
  const at = marks.findLastIndex((mark) => mark.getBoundingClientRect().top <= 1)
  try {
    if (at >= 0)
      sessionStorage.setItem(
        key,
        JSON.stringify([at, -marks[at]!.getBoundingClientRect().top / marks[at]!.offsetHeight]),
      )
  } catch {
    // Without storage the page opens at its top.
  }
}

export function restoreScrollPosition(): void {
  try {
    const stored = sessionStorage.getItem(key)
    if (stored === null) return
    sessionStorage.removeItem(key)
    const [at, fraction] = JSON.parse(stored) as [number, number]
    const passed = landmarks().slice(0, at + 1)
    const mark = passed[at]
    if (!mark) return
    // Forces layout of sections skipped by `content-visibility`; their estimated heights would
    // shift the target.
    for (const one of passed) one.style.contentVisibility = 'visible'
    scrollTo({
      top: mark.getBoundingClientRect().top + scrollY + fraction * mark.offsetHeight,
      behavior: 'instant',
    })
  } catch {
    // Without storage, or after a malformed entry, the page opens at its top.
  }
}

/** The same in both languages of a page. */
const landmarks = () => [
  ...document.querySelectorAll<HTMLElement>('main > *, main section, footer'),
]
