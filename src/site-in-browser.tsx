/** Draws a page of the public site in the browser, where no server has it ready: while developing, and in the demo. */
import type { ReactNode } from 'react'
import type { SiteRoute } from '#client/routes.ts'
import { openSitePage, sitePages } from '#landing/site-pages.ts'
import { SiteFrame } from '#landing/shell/site-frame.tsx'
import { startSite } from '#landing/live/start.ts'
import { readSiteData } from '#landing/live/read-site-data.ts'
import { putSiteData } from '#landing/site-data.ts'
import type { Lang } from '#locales/words.ts'

/** Undefined where there is no such page. */
export async function loadSite(route: SiteRoute, lang: Lang): Promise<ReactNode> {
  const Page = await openSitePage(route, lang)
  if (!Page) return undefined
  startSite()
  void readSiteData(sitePages[route]!.shows ?? []).then(putSiteData)
  return (
    <SiteFrame route={route} title={sitePages[route]!.title}>
      <Page />
    </SiteFrame>
  )
}
