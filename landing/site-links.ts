/**
 * Links between the pages of the public site: English ones stand below `/en`. An invitation code is
 * added where the page is read.
 */
import type { SiteRoute } from '#client/routes.ts'
import { lang } from '#landing/messages.ts'
import type { Lang } from '#locales/words.ts'

export const pathIn = (route: SiteRoute, inLang: Lang): string =>
  inLang === 'en' ? `/en${route}` : route

/** In the language of the page that is being drawn. */
export const sitePath = (route: SiteRoute): string => pathIn(route, lang())
