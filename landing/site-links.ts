/** Links between public pages; English pages have the prefix `/en`. */
import type { SiteRoute } from '#client/routes.ts'
import { lang } from '#landing/messages.ts'
import type { Lang } from '#locales/messages.ts'

export const sitePathIn = (route: SiteRoute, language: Lang): string =>
  language === 'en' ? `/en${route}` : route

/** Path in the language of the page being rendered. */
export const sitePath = (route: SiteRoute): string => sitePathIn(route, lang())
