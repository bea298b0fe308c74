/** Frame of every public page: header, side bar, footer and dialogs (2.6–2.9). */
import type { ReactNode } from 'react'
import type { SiteRoute } from '#client/routes.ts'
import { NoticeDialog } from '#landing/shell/notice-dialog.tsx'
import { SiteFooter } from '#landing/shell/site-footer.tsx'
import { SiteHeader } from '#landing/shell/site-header.tsx'
import { SideBar } from '#landing/shell/side-bar.tsx'
import { ValidateDialog } from '#landing/shell/validate-dialog.tsx'
import { t } from '#landing/messages.ts'
import '#landing/landing.css'
import './account.css'
import './arch.css'
import './contacts.css'
import './header.css'
import './footer.css'
import './section.css'
import './side-bar.css'
import './slides.css'
import './validate.css'

export function SiteFrame({ route, children }: { route: SiteRoute; children: ReactNode }) {
  return (
    <div className="site">
      <a className="site-skip" href="#content">
        {t('frame.nav.skip')}
      </a>
      <SiteHeader route={route} />
      <main id="content" className="site-main" tabIndex={-1}>
        {children}
      </main>
      <SideBar />
      <SiteFooter />
      <ValidateDialog />
      <NoticeDialog />
    </div>
  )
}
