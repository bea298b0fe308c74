/** Renders public pages in the browser, for development and the demo. */
import type { ReactNode } from 'react'
import type { SiteRoute } from '#client/routes.ts'
import { onSessionChange, isSignedIn } from '#client/session/session.ts'
import { openSitePage, sitePages } from '#landing/site-pages.ts'
import { SiteFrame } from '#landing/shell/site-frame.tsx'
import { startAccountFeatures, startNoticesWhenIdle } from '#landing/live/refresh.ts'
import { startSite } from '#landing/live/start.ts'
import { readSiteData } from '#landing/live/read-site-data.ts'
import { mergeSiteData, setSiteOrigin } from '#landing/site-data.ts'
import { t } from '#landing/messages.ts'
import type { Lang } from '#locales/messages.ts'

let isStarted = false

/** Undefined if there is no such page. */
export async function loadSite(route: SiteRoute, lang: Lang): Promise<ReactNode> {
  const Page = await openSitePage(route, lang)
  if (!Page) return undefined
  const { title, dataFields = [] } = sitePages[route]!
  document.title = `${t(title)} · ${t('product.name')}`
  setSiteOrigin(location.origin)
  startOnce()
  void readSiteData(['footContacts', 'platforms', ...dataFields]).then(mergeSiteData)
  return (
    <SiteFrame route={route}>
      <Page />
    </SiteFrame>
  )
}

/** What the scripts of a prerendered page do when it is opened. */
function startOnce() {
  if (isStarted) return
  isStarted = true
  const root = document.documentElement
  root.dataset['script'] = ''
  const updateSignedIn = () => root.toggleAttribute('data-signed-in', isSignedIn())
  updateSignedIn()
  onSessionChange(updateSignedIn)
  startSite(mergeSiteData)
  void startAccountFeatures()
  void startNoticesWhenIdle()
}
