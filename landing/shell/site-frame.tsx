/** Frame of every public page: header, side bar, footer and dialogs (spec 2.6–2.9, 4.11). */
import type { ReactNode } from 'react'
import type { SiteRoute } from '#client/routes.ts'
import { SiteFooter } from '#landing/shell/site-footer.tsx'
import { SiteHeader } from '#landing/shell/site-header.tsx'
import { SideBar } from '#landing/shell/side-bar.tsx'
import { ValidateDialog } from '#landing/shell/validate-dialog.tsx'
import { t } from '#landing/messages.ts'
import '../../src/ui/dialog.css'
import '../../src/ui/popover.css'
import '../../src/ui/account-menu.css'
import '../../src/ui/visually-hidden.css'
import '../landing.css'
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

/** Notice dialog (spec 4.11), filled by script, and the live region for short messages. */
function NoticeDialog() {
  return (
    <>
      <dialog id="notice" className="dialog site-notice" aria-labelledby="notice-title">
        <h2 id="notice-title">{t('frame.account.notice')}</h2>
        <p data-notice="content" />
        <p className="site-notice-at" data-notice="at" />
        <form method="dialog">
          <a className="button for-user" href="/UserCenterIndex">
            {t('frame.nav.console')}
          </a>
          <button className="button button-primary" type="submit">
            {t('frame.account.understood')}
          </button>
        </form>
      </dialog>
      <output
        id="message"
        className="site-message"
        data-signed-in={t('frame.account.signedIn')}
        data-signed-out={t('frame.account.signedOut')}
      />
    </>
  )
}
