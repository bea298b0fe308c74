/** Login form with account and password (spec 2.19, 5.1). */
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Agreement, ForgotPassword } from '#landing/login/dialog-links.tsx'
import { FailureAlert, Field, PasswordField } from '#landing/login/form-parts.tsx'
import { useSignIn } from '#landing/login/use-sign-in.ts'
import { loginViewLink } from '#landing/links.ts'
import { readPageMessage } from '#client/page-message.ts'
import { t } from '#landing/messages.ts'

export function LoginForm({ onSignedIn }: { onSignedIn: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const {
    isBusy,
    isDone,
    errors,
    failure,
    seconds,
    focusRequest,
    twoFactorForm,
    submit,
    clearError,
  } = useSignIn(onSignedIn)
  const isWaiting = seconds > 0
  const [registered] = useState(() => readPageMessage('registered'))

  useEffect(() => {
    if (registered || matchMedia('(hover)').matches)
      inputOf(form.current, registered ? 'password' : 'account')?.focus()
  }, [registered])

  useEffect(() => {
    const item = focusRequest && inputOf(form.current, focusRequest.field)
    item?.focus()
    item?.select()
  }, [focusRequest])

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isBusy && !isWaiting)
      void submit({
        account: inputOf(form.current, 'account')!.value,
        password: inputOf(form.current, 'password')!.value,
      })
  }

  return (
    <>
      {twoFactorForm}
      <div className="login-form" hidden={Boolean(twoFactorForm)}>
        <form ref={form} noValidate onSubmit={send} aria-busy={isBusy}>
          <h1>{t('landing.login.welcome', { product: t('product.name') })}</h1>
          {registered && <output className="login-note">{t('landing.login.registered')}</output>}
          {registered?.rewardRefused && (
            <p className="login-note login-reward">{registered.rewardRefused}</p>
          )}
          {failure && <FailureAlert {...failure} />}
          <Field
            name="account"
            label={t('landing.login.account')}
            error={errors.account}
            isAnnounced={failure?.isAnnounced === true}
            defaultValue={registered?.account ?? ''}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            onChange={() => clearError('account')}
          />
          <PasswordField
            name="password"
            label={t('fields.password')}
            error={errors.password}
            isAnnounced={failure?.isAnnounced === true}
            autoComplete="current-password"
            onChange={() => clearError('password')}
          />
          <button
            className={`button button-primary button-large login-submit ${isWaiting ? 'login-waiting' : ''}`}
            type="submit"
            aria-disabled={isBusy || isWaiting}
          >
            {isBusy && <span className="spinner" aria-hidden="true" />}
            {isWaiting
              ? t('landing.login.wait', { seconds })
              : t(`landing.login.${isDone ? 'done' : isBusy ? 'busy' : 'submit'}`)}
          </button>
          <div className="agreement">
            {t('landing.login.agree')}
            <Agreement />
          </div>
        </form>
        <div className="login-more">
          <p>
            {t('landing.login.noAccount')}{' '}
            <a href={loginViewLink('registration')}>{t('landing.login.toRegister')}</a>
          </p>
          <div className="login-forgot">
            <ForgotPassword onReset={(name) => (inputOf(form.current, 'account')!.value = name)} />
          </div>
        </div>
        <DemoHint
          fill={({ account, password }) => {
            inputOf(form.current, 'account')!.value = account
            inputOf(form.current, 'password')!.value = password
            form.current!.querySelector<HTMLButtonElement>('[type=submit]')!.focus()
          }}
        />
      </div>
    </>
  )
}

function inputOf(form: HTMLFormElement | null, name: string): HTMLInputElement | null {
  return (form?.elements.namedItem(name) ?? null) as HTMLInputElement | null
}

const demoAccount = { account: 'demo@example.com', password: 'demo123456' }

/** Credentials of the demo account, shown only in demo mode (`data-mode`). */
function DemoHint({ fill }: { fill: (account: typeof demoAccount) => void }) {
  if (document.documentElement.dataset['mode'] !== 'demo') return null
  return (
    <aside className="demo" aria-label={t('landing.demo.title')}>
      <p>{t('landing.demo.text')}</p>
      <button className="button" type="button" onClick={() => fill(demoAccount)}>
        {t('landing.demo.fill')}
      </button>
    </aside>
  )
}
