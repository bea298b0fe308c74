/** Redraws the islands whose data has changed since prerendering. */
import { businessValues } from '#contract/business-values.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { trustedTypes } from '#client/trusted-types.ts'
import type { SiteData } from '#contract/site.ts'
import { parts, type Part } from '#landing/live/islands.tsx'
import { replaceMarkup } from '#landing/live/replace-markup.ts'
import { fingerprint, putSiteData } from '#landing/site-data.ts'
import { speak } from '#landing/messages.ts'
import { loadWords } from '#locales/catalogue.ts'
import { loadSiteWords, type SiteArea } from '#locales/site-words.ts'

/** Safe: React escapes the data. */
const redrawn = trustedTypes('redrawn')

/** Uses the message areas of the page, listed in `data-words`. */
export async function redraw(places: readonly HTMLElement[], data: SiteData): Promise<void> {
  const { speaks, words = '' } = document.documentElement.dataset
  const lang = speaks === 'en' ? 'en' : 'zh'
  const [shared, own] = await Promise.all([
    loadWords(lang),
    loadSiteWords(lang, words.split(' ') as SiteArea[]),
  ])
  speak(lang, { ...shared, ...own }, businessValues[lang])
  putSiteData(data)
  for (const place of places) {
    const { Drawn, from } = parts[place.dataset['live'] as Part]
    place.dataset['of'] = fingerprint(data[from])
    replaceMarkup(place, redrawn(renderToStaticMarkup(<Drawn />)))
  }
}
