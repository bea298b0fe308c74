/** Tooltips of cells whose text is cut. */

/** Shows the whole text of a cell as its tooltip while the text is cut. */
export function showCutText({ target }: { target: EventTarget }): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('th, td') : null
  if (!cell) return
  const parts = [cell, ...cell.querySelectorAll<HTMLElement>('*')]
  if (parts.some(isCut)) cell.title = cell.innerText.replaceAll(/\s*\n\s*/g, ' ')
  else cell.removeAttribute('title')
}

const isCut = (element: HTMLElement): boolean =>
  element.scrollWidth > element.clientWidth + 1 &&
  getComputedStyle(element).textOverflow === 'ellipsis'
