/** Registration form: account by e-mail, verified by a mailed code (spec 2.20, 5.2). */
import { type FormEvent, useId, useEffect, useState } from 'react'
import { exactCount } from '#client/i18n/format.ts'
import { CodeField, sendCode } from '#landing/login/code-field.tsx'
import { FailureAlert, Field, PasswordField } from '#landing/login/form-parts.tsx'
import {
  loadMessages,
  registrationMessage,
  ruleMessage,
} from '#landing/login/registration-messages.ts'
import { setPageMessage } from '#client/page-message.ts'
import { loginViewLink, readInviteCode } from '#landing/links.ts'
import type { PageProps } from '#landing/pages.ts'
import { t, messageOf } from '#landing/messages.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { Agreement } from '#landing/login/dialog-links.tsx'
import { isRefusal, errorMessage, type ErrorMessage } from '#client/api/error-message.ts'
import { call } from '#client/api/call.ts'
import { tabStore, browserStore } from '#client/storage.ts'
import { useMailedCode } from '#client/use-mailed-code.ts'
import {
  validateRegistration,
  fieldErrorsOf,
  type RegistrationField,
} from '#landing/login/validation-errors.ts'
import {
  useAsyncValidation,
  useForm,
  type ValidationErrors,
  type Values,
} from '#landing/login/use-form.ts'
import { WireError } from '#contract/failure.ts'
import { validate } from '#contract/issues.ts'
import { login, RegisterResult } from '#contract/login.ts'
import { parseJson, randomId } from '#client/browser.ts'
import './register.css'

/** Must resolve before the form is rendered. */
export const loadRegisterMessages = loadMessages

export function RegisterForm({ open }: PageProps) {
  const {
    formRef,
    inputProps,
    availabilityProps,
    set,
    values,
    errors,
    code,
    isBusy,
    failure,
    submit,
  } = useRegister(() => open(loginViewLink('login')))
  const plainTextProps = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void submit()
  }

  return (
    <div className="login-form register">
      <form ref={formRef} noValidate onSubmit={send} aria-busy={isBusy}>
        <h1>{t('landing.register')}</h1>
        <TrialNote />
        {failure && <FailureAlert {...failure} />}
        <Field
          {...availabilityProps('username')}
          hint={
            availabilityProps('username').hint ??
            registrationMessage('registration.register.usernameHelp')
          }
          label={t('fields.username')}
          autoComplete="username"
          {...plainTextProps}
        />
        <Field
          {...availabilityProps('account')}
          label={t('fields.email')}
          type="email"
          autoComplete="email"
          {...plainTextProps}
        />
        <CodeField {...inputProps('vcode')} {...code} />
        <div className="register-pair">
          <PasswordField
            {...inputProps('password')}
            label={t('fields.password')}
            autoComplete="new-password"
          />
          <PasswordField
            {...inputProps('password2')}
            label={t('fields.password2')}
            autoComplete="new-password"
          />
        </div>
        <Field
          {...inputProps('nickname')}
          label={registrationMessage('registration.register.optional', {
            field: t('fields.nickname'),
          })}
          autoComplete="nickname"
        />
        <AgreementCheckbox
          checked={values.agree !== ''}
          error={errors.agree}
          onChange={(checked) => set('agree', checked ? 'yes' : '')}
        />
        <button
          className="button button-primary button-large login-submit"
          type="submit"
          aria-disabled={isBusy}
        >
          {isBusy && <span className="spinner" aria-hidden="true" />}
          {registrationMessage(
            isBusy ? 'registration.register.busy' : 'registration.register.submit',
          )}
        </button>
      </form>
      <p className="login-more">
        <span>
          {registrationMessage('registration.register.known')}{' '}
          <a href={loginViewLink('login')}>
            {registrationMessage('registration.register.toLogin')}
          </a>
        </span>
      </p>
    </div>
  )
}

/** Free quota of a new account, and the bonus of an invitation (spec 1.6, 9.9). */
function TrialNote() {
  const code = readInviteCode()
  return (
    <div className="login-note">
      <p>
        {registrationMessage('registration.register.trial', {
          characters: exactCount(businessLimits.freeTest.characters),
          days: businessLimits.freeTest.days,
        })}
      </p>
      {code && (
        <p>
          {registrationMessage('registration.register.invite', {
            code,
            characters: exactCount(businessLimits.inviteReward.characters),
          })}
        </p>
      )}
      {code && (
        <p className="register-limits">
          {registrationMessage(
            'registration.register.inviteLimits',
            businessLimits.inviteRewardLimits,
          )}
        </p>
      )}
    </div>
  )
}

type AgreementCheckboxProps = {
  checked: boolean
  error: string | undefined
  onChange: (checked: boolean) => void
}

/** Checkbox to accept the service agreement. */
function AgreementCheckbox({ checked, error, onChange }: AgreementCheckboxProps) {
  const id = useId()
  return (
    <div className="agree">
      <input
        id={id}
        name="agree"
        type="checkbox"
        checked={checked}
        aria-labelledby={`${id}-text`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ target }) => onChange(target.checked)}
      />
      <div id={`${id}-text`}>
        <label htmlFor={id}>{registrationMessage('registration.register.agree')}</label>
        <Agreement />
      </div>
      <p id={`${id}-error`} className="field-error" aria-live="polite">
        {error}
      </p>
    </div>
  )
}

const emptyForm: Values<RegistrationField> = {
  username: '',
  account: '',
  vcode: '',
  password: '',
  password2: '',
  nickname: '',
  agree: '',
}
const isUsernameFree = (username: string) => call(login.checkUsername, { username })
const isEmailFree = (account: string) => call(login.checkAccount, { account })
const errorMessageOf = (error: unknown) => errorMessage(error, messageOf)

/** `registered` is called after the account is created. */
function useRegister(registered: () => void) {
  const form = useForm({ ...emptyForm, ...readDraft() }, validateRegistration)
  const { values } = form
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ErrorMessage>()
  const ruleErrors = validateRegistration(values)
  const username = useAsyncValidation(values.username.trim(), !ruleErrors.username, isUsernameFree)
  const email = useAsyncValidation(values.account.trim(), !ruleErrors.account, isEmailFree)
  const code = useMailedCode(values.account)
  const takenErrors: ValidationErrors<RegistrationField> = {
    ...(username.answer === false ? { username: ruleMessage('username.taken') } : {}),
    ...(email.answer === false
      ? { account: registrationMessage('registration.register.emailTaken') }
      : {}),
  }

  useEffect(() => {
    storeDraft(values)
  }, [values])

  async function submit() {
    setFailure(undefined)
    if (isBusy || form.showErrorsAndFocus({ ...form.findErrors(), ...takenErrors })) return
    setBusy(true)
    try {
      const code = readInviteCode()
      const answer = await call(login.register, {
        ...values,
        browserId: browserId(),
        ...(code ? { inviteCode: code } : {}),
      })
      removeDraft()
      const result = validate(RegisterResult, answer)
      const rewardRefused = (result.ok && result.value?.msg) || undefined
      setPageMessage({ kind: 'registered', account: values.account.trim(), rewardRefused })
      registered()
    } catch (error) {
      setBusy(false)
      const errors = error instanceof WireError ? fieldErrorsOf(error.failure) : {}
      if (!form.showErrorsAndFocus(errors, isRefusal(error))) setFailure(errorMessageOf(error))
    }
  }

  return {
    ...form,
    /** Field props with the validation error, or else the result of the availability check. */
    availabilityProps: (name: 'username' | 'account') => {
      const { isPending, answer } = name === 'username' ? username : email
      const hint = isPending
        ? registrationMessage('registration.register.checking')
        : answer
          ? registrationMessage('registration.register.available')
          : undefined
      return { ...form.inputProps(name), error: form.errors[name] ?? takenErrors[name], hint }
    },
    code: {
      code,
      isReady: !ruleErrors.account && !email.isPending && email.answer !== false,
      onSend: () => void sendCode(code, form),
    },
    isBusy,
    failure,
    submit,
  }
}

const draftKey = 'registerDraft'
const draftFields = ['nickname', 'username', 'account'] as const

/** Draft of the registration form in session storage, without secrets. */
type Draft = Record<(typeof draftFields)[number], string>

function storeDraft(values: Draft): void {
  tabStore.set(
    draftKey,
    JSON.stringify(Object.fromEntries(draftFields.map((name) => [name, values[name]]))),
  )
}

function readDraft(): Draft {
  const stored = (parseJson(tabStore.get(draftKey)) ?? {}) as Partial<Record<string, unknown>>
  const textOf = (name: keyof Draft) => (typeof stored[name] === 'string' ? stored[name] : '')
  return { nickname: textOf('nickname'), username: textOf('username'), account: textOf('account') }
}

const removeDraft = (): void => tabStore.remove(draftKey)

const browserIdKey = 'browserId'

/** Random browser id, created at the first registration, against farming of invitation rewards. */
function browserId(): string {
  const id = browserStore.get(browserIdKey) ?? randomId()
  browserStore.set(browserIdKey, id)
  return id
}
