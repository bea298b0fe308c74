/** QR codes of the side bar, loaded when one of its panels first opens (spec 2.7). */
import { showEmbeddedMessage, clearMessage } from '#landing/live/messages.ts'
import { readSiteData } from '#landing/live/read-site-data.ts'
import { siteData } from '#landing/site-data.ts'
import type { SiteData } from '#contract/site.ts'

/** Shows new data in the parts of the page that contain it. */
export type ShowSiteData = (data: Partial<SiteData>) => void | Promise<void>

let loading: Promise<boolean> | undefined

/** Loads the codes of both panels unless they are there; a failure is shown in the opened one. */
export async function loadSideContacts(panel: HTMLElement, show: ShowSiteData): Promise<void> {
  if (siteData().sideContacts !== null) return
  const failure = panel.querySelector<HTMLElement>('.side-failed > [data-message]')!
  clearMessage(failure)
  panel.setAttribute('aria-busy', 'true')
  loading ??= load(show).finally(() => (loading = undefined))
  const isLoaded = await loading
  panel.removeAttribute('aria-busy')
  if (!isLoaded) return showEmbeddedMessage(failure)
  // The button that tried again is hidden now, and must not take the focus with it.
  if (document.activeElement?.matches('[data-act=contacts]')) panel.querySelector('a')?.focus()
}

async function load(show: ShowSiteData): Promise<boolean> {
  try {
    const { sideContacts } = await readSiteData(['sideContacts'])
    if (!sideContacts) return false
    await show({ sideContacts })
    return true
  } catch {
    return false
  }
}

/** In a prerendered page, the panels are markup, which is replaced. */
export async function redrawSideContacts(data: Partial<SiteData>): Promise<void> {
  const { redraw } = await import('#landing/live/redraw.tsx')
  await redraw([...document.querySelectorAll<HTMLElement>('[data-contacts] [data-live]')], data)
}
