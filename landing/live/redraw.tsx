/** Redraws the islands whose data has changed since prerendering, and restores their state. */
import { businessValues } from '#contract/business-values.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMarkupPolicy } from '#client/trusted-types.ts'
import type { SiteData } from '#contract/site.ts'
import { islands, type IslandName } from '#landing/live/islands.tsx'
import { fingerprint, mergeSiteData, siteData } from '#landing/site-data.ts'
import { setMessages } from '#landing/messages.ts'
import { loadPublicMessages } from '#locales/load/public.ts'
import { loadSiteMessages, type SiteArea } from '#locales/load/site.ts'
import { recalculateChanged } from '#landing/live/calculate.ts'

/** Safe: React escapes the data. */
const trustMarkup = createMarkupPolicy('redrawn')

/** Uses the message areas of the page, listed in `data-message-areas`. */
export async function redraw(
  elements: readonly HTMLElement[],
  data: Partial<SiteData>,
): Promise<void> {
  const { lang: pageLang, messageAreas = '' } = document.documentElement.dataset
  const lang = pageLang === 'en' ? 'en' : 'zh'
  const [shared, own] = await Promise.all([
    loadPublicMessages(lang),
    loadSiteMessages(lang, messageAreas.split(' ') as SiteArea[]),
  ])
  setMessages(lang, { ...shared, ...own }, businessValues[lang])
  mergeSiteData(data)
  const current = siteData()
  for (const island of elements) {
    const { Component, dataField } = islands[island.dataset['live'] as IslandName]
    island.dataset['of'] = fingerprint(current[dataField])
    replaceMarkup(island, trustMarkup(renderToStaticMarkup(<Component />)))
  }
}

type Control = HTMLInputElement | HTMLSelectElement

/**
 * Keeps the values of the controls, the open dialog and the focus, as far as the new markup has the
 * same elements.
 */
function replaceMarkup(island: HTMLElement, markup: string): void {
  const values = new Map(
    findControls(island, 'input:checked, input[type=range], select').map(({ name, value }) => [
      name,
      value,
    ]),
  )
  const openDialogId = island.querySelector('dialog[open]')?.id
  const focusedIndex = focusableElements(island).indexOf(document.activeElement as HTMLElement)
  island.innerHTML = markup
  for (const control of findControls(island, 'input, select'))
    restoreValue(control, values.get(control.name))
  recalculateChanged(island)
  if (openDialogId)
    island.querySelector<HTMLDialogElement>(`dialog#${CSS.escape(openDialogId)}`)?.showModal()
  if (focusedIndex >= 0) focusableElements(island)[focusedIndex]?.focus({ preventScroll: true })
}

function restoreValue(control: Control, value: string | undefined) {
  if (value === undefined) return
  if (control.type === 'radio') control.checked ||= control.value === value
  else if (
    control instanceof HTMLInputElement ||
    [...control.options].some((option) => option.value === value)
  )
    control.value = value
}

const findControls = (parent: HTMLElement, selector: string) => [
  ...parent.querySelectorAll<Control>(selector),
]
const focusableElements = (parent: HTMLElement) => [
  ...parent.querySelectorAll<HTMLElement>('a, button, input, select'),
]
