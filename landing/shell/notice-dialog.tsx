/** Notice dialog (4.11), filled by script, and the live region for short messages. */
import { t } from '#landing/messages.ts'

export function NoticeDialog() {
  return (
    <>
      <dialog id="notice" className="site-notice" aria-labelledby="notice-title">
        <h2 id="notice-title">{t('frame.account.notice')}</h2>
        <p data-notice="content" />
        <p className="site-notice-at" data-notice="at" />
        <form method="dialog">
          <a className="button" href="/UserCenterIndex">
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
