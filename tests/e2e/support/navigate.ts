/** Navigation within the console, without loading the page again. */
import type { Page } from '@playwright/test'

/**
 * Opens another URL of the console as a link or the back button does. Resolves when the page at
 * that path has set its title.
 */
export const navigate = (page: Page, address: string): Promise<void> =>
  page.evaluate(async (to) => {
    const { pathname } = location
    const { title } = document
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const deadline = Date.now() + 30_000
    await nextFrame()
    while (location.pathname !== pathname && document.title === title) {
      if (Date.now() > deadline) throw new Error(`${to} keeps the title ${title}.`)
      await nextFrame()
    }
    await nextFrame()
  }, address)
