/** Password reset dialog (spec 2.21, 4.4, 5.3): account, new password with mailed code, done. */
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { CodeField, sendCode } from '#landing/login/code-field.tsx'
import { Field, PasswordField } from '#landing/login/form-parts.tsx'
import {
  loadMessages,
  registrationMessage,
  issueMessage,
} from '#landing/login/registration-messages.ts'
import { Modal } from '#landing/login/modal.tsx'
import { t, messageOf } from '#landing/messages.ts'
import { Prose } from '#client/i18n/prose.tsx'
import { times, limits } from '#contract/limits.ts'
import { isRefusal, errorMessage } from '#client/api/error-message.ts'
import { showSuccess } from '#landing/toasts.tsx'
import { call } from '#client/api/call.ts'
import { useMailedCode } from '#client/use-mailed-code.ts'
import { comparePasswords } from '#landing/login/validation-errors.ts'
import {
  useAsyncValidation,
  useForm,
  type ValidationErrors,
  type Values,
} from '#landing/login/use-form.ts'
import { WireError } from '#contract/failure.ts'
import { validate } from '#contract/issues.ts'
import { login } from '#contract/login.ts'

/** Must resolve before the dialog is rendered. */
export const loadResetMessages = loadMessages

export function ResetDialog({
  close,
  onReset,
}: {
  close: () => void
  onReset: (name: string) => void
}) {
  const state = useReset(onReset)
  const { formRef, step, isBusy, isDirty, next, previous } = state
  const [isConfirming, setConfirming] = useState(false)
  const leave = () => (isDirty ? setConfirming(true) : close())

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void next()
  }

  return (
    <Modal title={registrationMessage('registration.reset.title')} close={leave}>
      <Steps at={step} />
      <form ref={formRef} noValidate onSubmit={send} aria-busy={isBusy}>
        {step === 0 && <Account {...state} />}
        {step === 1 && <NewPassword {...state} />}
        {step === 2 && <Success />}
        <footer className="modal-actions">
          <button className="button" type="button" onClick={leave}>
            {registrationMessage('registration.reset.close')}
          </button>
          {step === 1 && (
            <button className="button" type="button" onClick={previous}>
              {registrationMessage('registration.reset.previous')}
            </button>
          )}
          {step < 2 && (
            <button className="button button-primary" type="submit" aria-disabled={isBusy}>
              {isBusy && <span className="spinner" aria-hidden="true" />}
              {registrationMessage(isBusy ? 'registration.reset.busy' : 'registration.reset.next')}
            </button>
          )}
        </footer>
      </form>
      {isConfirming && <DiscardQuestion keep={() => setConfirming(false)} discard={close} />}
    </Modal>
  )
}

function DiscardQuestion({ keep, discard }: { keep: () => void; discard: () => void }) {
  return (
    <Modal title={registrationMessage('registration.reset.unsaved')} close={keep}>
      <footer className="modal-actions">
        <button className="button" type="button" onClick={keep}>
          {registrationMessage('registration.reset.keep')}
        </button>
        <button className="button modal-discard" type="button" onClick={discard}>
          {registrationMessage('registration.reset.discard')}
        </button>
      </footer>
    </Modal>
  )
}

type ResetState = ReturnType<typeof useReset>

function Account({ inputProps, hint }: ResetState) {
  return (
    <>
      <p className="modal-help">
        <Prose>{registrationMessage('registration.reset.nameHelp')}</Prose>
      </p>
      <Field
        {...inputProps('accountOrEmail')}
        label={t('landing.login.account')}
        hint={hint}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
    </>
  )
}

function NewPassword({ inputProps, code, sentTo }: ResetState) {
  return (
    <>
      {sentTo && (
        <p className="modal-help">
          <Prose>
            {registrationMessage('registration.reset.sentTo', {
              email: sentTo,
              minutes: times.codeLifetime / 60_000,
            })}
          </Prose>
        </p>
      )}
      <CodeField {...inputProps('vcode')} {...code} />
      <PasswordField
        {...inputProps('password')}
        label={registrationMessage('registration.reset.password')}
        autoComplete="new-password"
      />
      <PasswordField
        {...inputProps('password2')}
        label={t('fields.password2')}
        autoComplete="new-password"
      />
    </>
  )
}

function Success() {
  const text = useRef<HTMLDivElement>(null)
  useEffect(() => {
    text.current?.focus()
  }, [])
  return (
    <div ref={text} className="modal-done" tabIndex={-1}>
      <p>
        <strong>{registrationMessage('registration.reset.success')}</strong>
      </p>
      <p>{registrationMessage('registration.reset.successHelp')}</p>
    </div>
  )
}

const stepNames = [
  'registration.reset.step.name',
  'registration.reset.step.password',
  'registration.reset.step.done',
] as const

/** Progress indicator of the password reset. */
function Steps({ at: current }: { at: Step }) {
  return (
    <ol role="list" className="steps" aria-label={registrationMessage('registration.reset.steps')}>
      {stepNames.map((name, index) => (
        <li
          key={name}
          data-state={index < current ? 'done' : undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          {registrationMessage(name)}
        </li>
      ))}
    </ol>
  )
}

type Step = 0 | 1 | 2
type ResetField = 'accountOrEmail' | 'vcode' | 'password' | 'password2'

const emptyForm: Values<ResetField> = { accountOrEmail: '', vcode: '', password: '', password2: '' }
/** Fields of each step. */
const fieldsOf: Record<Step, readonly ResetField[]> = {
  0: ['accountOrEmail'],
  1: ['vcode', 'password', 'password2'],
  2: [],
}
const findEmail = (accountOrEmail: string) => call(login.findEmail, { accountOrEmail })
/** Lookup while typing; suppresses errors for incomplete names. */
const previewEmail = (accountOrEmail: string) =>
  call(login.findEmail, { accountOrEmail }, { quiet: true })

/** `onReset` receives the account whose password was reset. */
function useReset(onReset: (name: string) => void) {
  const form = useForm(emptyForm, validateReset)
  const [step, setStep] = useState<Step>(0)
  const [isBusy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState<string>()
  const name = form.values.accountOrEmail.trim()
  const email = useAsyncValidation(
    name,
    step === 0 && name.length >= limits.account.min,
    previewEmail,
  )
  const [lookup, setLookup] = useState<{ name: string; recipient: string }>()
  const recipient = lookup?.name === name ? lookup.recipient : recipientOf(email.answer, name)
  const code = useMailedCode(recipient)

  /** Sends a new code only if none was sent within the last minute. */
  async function goToPassword() {
    const address = email.answer ?? (await findEmail(name))
    if (!address) return { accountOrEmail: registrationMessage('registration.reset.unknown') }
    const to = recipientOf(address, name)
    setLookup({ name, recipient: to })
    if (to !== recipient || !code.wasJustSent) {
      const error = await code.send(to)
      if (error) throw error
      showSuccess(registrationMessage('registration.code.sent'))
    }
    setSentTo(address)
    setStep(1)
    form.focusField('vcode')
    return {}
  }

  async function resetPassword() {
    const { vcode, password } = form.values
    await call(login.resetPassword, { email: recipient, vcode, password })
    onReset(name)
    setStep(2)
    return {}
  }

  async function next() {
    if (isBusy || step === 2 || form.showErrorsAndFocus(form.findErrors(fieldsOf[step]))) return
    setBusy(true)
    try {
      form.showErrorsAndFocus(await (step === 0 ? goToPassword() : resetPassword()))
    } catch (error) {
      form.showErrorsAndFocus(
        step === 0 ? { accountOrEmail: messageOfError(error) } : resetErrorsOf(error),
        isRefusal(error),
      )
    } finally {
      setBusy(false)
    }
  }

  return {
    ...form,
    step,
    isBusy,
    sentTo,
    /** Whether closing discards typed values. */
    isDirty: step < 2 && Object.values(form.values).some((value) => value !== ''),
    next,
    hint: email.answer
      ? registrationMessage('registration.reset.recipient', { email: email.answer })
      : undefined,
    code: { code, isReady: true, onSend: () => void sendCode(code, form) },
    previous: () => {
      setStep(0)
      form.focusField('accountOrEmail')
    },
  }
}

function validateReset(values: Values<ResetField>): ValidationErrors<ResetField> {
  const { accountOrEmail, vcode, password } = values
  const checked = validate(login.resetPassword.input, { email: accountOrEmail, vcode, password })
  const issues = checked.ok ? [] : checked.issues
  const messages = Object.fromEntries(
    issues
      .filter(({ field }) => field !== 'email')
      .map((issue) => [issue.field, issueMessage(issue)]),
  )
  return { ...messages, ...validateName(accountOrEmail.trim()), ...comparePasswords(values) }
}

function validateName(name: string): ValidationErrors<ResetField> {
  const { min } = limits.account
  if (name.length >= min) return {}
  const rule = name === '' ? 'required' : 'min'
  return {
    accountOrEmail: issueMessage(
      { field: 'accountOrEmail', rule, limit: min },
      t('landing.login.account'),
    ),
  }
}

/** A wrong code, and any error without a field, is shown at the code. */
function resetErrorsOf(error: unknown): ValidationErrors<ResetField> {
  const fields =
    error instanceof WireError && error.failure.kind === 'refused'
      ? error.failure.fields
      : undefined
  return fields ?? { vcode: messageOfError(error) }
}

/**
 * Recipient for later calls (spec 7.22, 7.26): the result of `findEmail`, or the typed value if
 * the result is masked.
 */
const recipientOf = (address: string | null | undefined, typed: string): string =>
  !address || address.includes('*') ? typed : address

const messageOfError = (error: unknown) => errorMessage(error, messageOf).text
