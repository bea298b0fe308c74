/** Account menu of public pages (2.23): user centre, password, sign-out; filled by script. */
import { t } from '#landing/messages.ts'

export function AccountMenu() {
  return (
    <>
      <button className="site-account for-user" type="button" popoverTarget="site-account">
        <span className="site-initial" data-me="initial" aria-hidden="true" />
        <span className="site-unseen">{t('frame.account.menu')}</span>
        <span className="site-person" data-me="name" />
        <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
          <path d="m4.5 6.5 3.5 3.5 3.5-3.5" />
        </svg>
      </button>
      <div
        id="site-account"
        className="site-account-menu"
        popover="auto"
        role="group"
        aria-label={t('frame.account.menu')}
      >
        <p>
          <strong data-me="name" />
          <span data-me="account" />
        </p>
        <a href="/UserCenterIndex">{t('frame.nav.console')}</a>
        <a href="/UserCenterChangePassword">{t('frame.account.password')}</a>
        <button type="button" data-act="exit">
          {t('frame.account.exit')}
        </button>
      </div>
    </>
  )
}
