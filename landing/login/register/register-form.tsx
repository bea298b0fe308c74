/** Registration form: account by e-mail, verified by a mailed code (2.20, 5.2). */
import type { FormEvent } from 'react'
import { exactCount } from '#client/i18n/format.ts'
import { CodeField } from '#landing/login/code-field.tsx'
import { FailureAlert } from '#landing/login/failure-alert.tsx'
import { Field } from '#landing/login/field.tsx'
import { loadJoiningWords, say } from '#landing/login/registration-messages.ts'
import { PasswordField } from '#landing/login/password-field.tsx'
import { Agree } from '#landing/login/register/agree.tsx'
import { useRegister } from '#landing/login/register/use-register.ts'
import { viewLink } from '#landing/login/views.ts'
import { inviteCode } from '#landing/links.ts'
import type { PageProps } from '#landing/page.ts'
import { t } from '#landing/messages.ts'
import { limits } from '#contract/limits.ts'
import './register.css'

export const ready = loadJoiningWords

export function RegisterForm({ open }: PageProps) {
  const { form, of, live, set, values, wrong, code, busy, failure, submit } = useRegister(() =>
    open(viewLink('1')),
  )
  const plain = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void submit()
  }

  return (
    <div className="login-form register">
      <form ref={form} noValidate onSubmit={send} aria-busy={busy}>
        <h1>{t('landing.register')}</h1>
        <Gifts />
        {failure && <FailureAlert {...failure} />}
        <Field
          {...live('username')}
          hint={live('username').hint ?? say('joining.register.usernameHelp')}
          label={t('fields.username')}
          autoComplete="username"
          {...plain}
        />
        <Field
          {...live('account')}
          label={t('fields.email')}
          type="email"
          autoComplete="email"
          {...plain}
        />
        <CodeField {...of('vcode')} {...code} />
        <div className="register-pair">
          <PasswordField
            {...of('password')}
            label={t('fields.password')}
            autoComplete="new-password"
          />
          <PasswordField
            {...of('password2')}
            label={t('fields.password2')}
            autoComplete="new-password"
          />
        </div>
        <Field
          {...of('nickname')}
          label={say('joining.register.optional', { field: t('fields.nickname') })}
          autoComplete="nickname"
        />
        <Agree
          checked={values.agree !== ''}
          wrong={wrong.agree}
          onChange={(checked) => set('agree', checked ? 'yes' : '')}
        />
        <button
          className="button button-primary button-large login-submit"
          type="submit"
          aria-disabled={busy}
        >
          {busy && <span className="spinner" aria-hidden="true" />}
          {say(busy ? 'joining.register.busy' : 'joining.register.submit')}
        </button>
      </form>
      <p className="login-more">
        <span>
          {say('joining.register.known')}{' '}
          <a href={viewLink('1')}>{say('joining.register.toLogin')}</a>
        </span>
      </p>
    </div>
  )
}

/** Free quota of a new account, and the bonus of an invitation (1.6, 9.9). */
function Gifts() {
  const code = inviteCode()
  return (
    <div className="login-note">
      <p>
        {say('joining.register.trial', {
          characters: exactCount(limits.freeTest.characters),
          days: limits.freeTest.days,
        })}
      </p>
      {code && (
        <p>
          {say('joining.register.invite', { code, characters: exactCount(limits.reward.invited) })}
        </p>
      )}
      {code && (
        <p className="register-limits">{say('joining.register.inviteLimits', limits.invitation)}</p>
      )}
    </div>
  )
}
