/** The user service agreement in short (1.10, 1.11), opened from the login form. */
import { useRef } from 'react'
import { t } from '#landing/words.ts'

export function Agreement() {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <div className="agreement">
      {t('landing.login.agree')}{' '}
      <button className="link" type="button" onClick={() => dialog.current?.showModal()}>
        {t('landing.agreement.link')}
      </button>
      <dialog ref={dialog} className="dialog" aria-labelledby="agreement-title" closedby="any">
        <div className="dialog-box">
          <h2 id="agreement-title">{t('landing.agreement.title')}</h2>
          <ul>
            <li>{t('landing.agreement.age')}</li>
            <li>{t('landing.agreement.place')}</li>
            <li>{t('landing.agreement.contact')}</li>
            <li>{t('landing.agreement.cancel')}</li>
          </ul>
          <p>{t('landing.agreement.full')}</p>
          <button className="button" type="button" onClick={() => dialog.current?.close()}>
            {t('landing.agreement.close')}
          </button>
        </div>
      </dialog>
    </div>
  )
}
