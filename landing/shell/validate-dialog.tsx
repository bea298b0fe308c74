/** Contact verification (spec 2.13, 5.11, 8.6): the dialog, and the button that opens it. */
import { Island } from '#landing/live/islands.tsx'
import { t } from '#landing/messages.ts'
import type { ReactNode } from 'react'

/** React passes invoker command attributes through but has no types for them yet. */
const openCommand = { command: 'show-modal', commandfor: 'validate' }
const closeCommand = { command: 'close', commandfor: 'validate' }

export function ValidateDialog() {
  return (
    <dialog
      id="validate"
      className="dialog validate"
      aria-labelledby="validate-title"
      closedby="any"
      data-state="asking"
    >
      <div className="validate-box">
        <form className="validate-form" noValidate data-act="validate">
          <h2 id="validate-title">{t('frame.validate.title')}</h2>
          <p>{t('frame.validate.intro')}</p>
          <div className="validate-item">
            <label htmlFor="validate-platform">{t('frame.validate.platform')}</label>
            <Island name="platforms" />
            <p
              className="validate-error"
              id="validate-platform-message"
              aria-live="polite"
              data-message={t('frame.validate.choose')}
            />
          </div>
          <div className="validate-item">
            <label htmlFor="validate-account">{t('frame.validate.account')}</label>
            <input
              id="validate-account"
              name="account"
              required
              maxLength={255}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <p
              className="validate-error"
              id="validate-account-message"
              aria-live="polite"
              data-message={t('rules.required', { field: t('fields.account') })}
            />
            <p className="validate-hint">{t('frame.validate.accountHint')}</p>
          </div>
          <p className="validate-failed" role="alert" data-message={t('frame.validate.failed')} />
          <div className="validate-actions">
            <button
              className="button button-primary"
              type="submit"
              data-busy={t('frame.validate.busy')}
            >
              {t('frame.validate.submit')}
            </button>
            <CloseButton />
          </div>
          <p className="without-script">{t('frame.validate.script')}</p>
        </form>
        <ValidationResult result="yes" />
        <ValidationResult result="no" />
      </div>
    </dialog>
  )
}

function ValidationResult({ result }: { result: 'yes' | 'no' }) {
  return (
    <div className={`validate-answer validate-${result}`} role="alert">
      <svg
        width="72"
        height="72"
        viewBox="0 0 72 72"
        fill="none"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {result === 'yes' ? (
          <>
            <circle cx="36" cy="36" r="32" />
            <path d="M22 37l10 10 19-21" />
          </>
        ) : (
          <>
            <path d="M36 7L68 64H4z" />
            <path d="M36 28v16M36 53v.5" />
          </>
        )}
      </svg>
      <h2 tabIndex={-1}>{t(`frame.validate.${result}`)}</h2>
      {result === 'no' && <p className="validate-attention">{t('frame.validate.noText')}</p>}
      <p data-sentence={t(result === 'yes' ? 'frame.validate.yesText' : 'frame.validate.noMore')} />
      <div className="validate-actions">
        <button className="button" type="button" data-act="again">
          {t('frame.validate.again')}
        </button>
        <CloseButton />
      </div>
    </div>
  )
}

function CloseButton() {
  return (
    <button className="button" type="button" data-act="close" {...closeCommand}>
      {t('frame.validate.close')}
    </button>
  )
}

/** Button that opens the contact verification dialog, in newer browsers without JavaScript. */
export function OpenValidateButton({
  className,
  children,
}: {
  className: string
  children: ReactNode
}) {
  return (
    <button
      className={className}
      type="button"
      data-act="open"
      data-opens="validate"
      {...openCommand}
    >
      {children}
    </button>
  )
}

/** Icon path of the contact verification: shield with check mark, 20 × 20. */
export const shieldPath =
  'M10 2.5l6 2.5v4.5c0 4-2.6 6.7-6 8-3.4-1.3-6-4-6-8V5z M7.3 9.8l2 2 3.5-3.8'
