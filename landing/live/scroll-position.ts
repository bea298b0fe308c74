/**
 * Keeps the place in the page when the language changes: the section at the top of the window, and
 * how far into it one had read.
 */

const key = 'place'

/** To be called before the link is followed; the query and the fragment go along. */
export function keepPlace(by: HTMLElement): void {
  const link = by as HTMLAnchorElement
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
    // Without storage the other language is read from its beginning.
  }
}

export function restorePlace(): void {
  try {
    const stored = sessionStorage.getItem(key)
    if (stored === null) return
    sessionStorage.removeItem(key)
    const [at, part] = JSON.parse(stored) as [number, number]
    const upToIt = landmarks().slice(0, at + 1)
    const mark = upToIt[at]
    if (!mark) return
    // As high as they are, not as high as they were taken to be while they were out of sight: else
    // the place moves as they are drawn.
    for (const one of upToIt) one.style.contentVisibility = 'visible'
    scrollTo({
      top: mark.getBoundingClientRect().top + scrollY + part * mark.offsetHeight,
      behavior: 'instant',
    })
  } catch {
    // As above.
  }
}

/** Both languages of a page have the same. */
const landmarks = () => [
  ...document.querySelectorAll<HTMLElement>('main > *, main section, footer'),
]
