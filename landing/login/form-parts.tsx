/** Parts of the login forms: labelled input, password input, alert of a failure. */
import {
  useId,
  type ComponentProps,
  type ReactNode,
  useState,
  type ChangeEvent,
  type KeyboardEvent,
} from 'react'
import { t } from '#landing/messages.ts'
import { copyText } from '#client/browser.ts'
import type { ErrorMessage } from '#client/api/error-message.ts'

type Props = ComponentProps<'input'> & {
  label: string
  error?: string | undefined
  hint?: string | undefined
  /** A toast announces the error, so it is no live region here. */
  isAnnounced?: boolean
  aside?: ReactNode
}

/** Labelled input with its validation error or hint below. */
export function Field({ label, error, hint, isAnnounced = false, aside, ...input }: Props) {
  const id = useId()
  const message = error ?? hint
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-box">
        <input
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={message ? `${id}-error` : undefined}
          {...input}
        />
        {aside}
      </div>
      <p
        id={`${id}-error`}
        className={error ? 'field-error' : 'field-hint'}
        aria-live={isAnnounced ? 'off' : 'polite'}
      >
        {message}
      </p>
    </div>
  )
}

type PasswordProps = {
  name: string
  label: string
  error?: string | undefined
  isAnnounced?: boolean
  autoComplete: 'current-password' | 'new-password'
  value?: string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  onBlur?: () => void
}

/** Password input with a visibility toggle and a Caps Lock warning. */
export function PasswordField(props: PasswordProps) {
  const [isShown, setShown] = useState(false)
  const [isCapsLockOn, setCapsLockOn] = useState(false)
  const updateCapsLock = (event: KeyboardEvent<HTMLInputElement>) =>
    setCapsLockOn(event.getModifierState('CapsLock'))

  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      hint={isCapsLockOn ? t('landing.login.capsLock') : undefined}
      onKeyDown={updateCapsLock}
      onKeyUp={updateCapsLock}
      onBlur={() => {
        setCapsLockOn(false)
        props.onBlur?.()
      }}
      aside={
        <button
          className="field-eye"
          type="button"
          aria-label={t(isShown ? 'landing.login.hidePassword' : 'landing.login.showPassword')}
          onClick={() => setShown(!isShown)}
        >
          <svg
            viewBox="0 0 20 20"
            width="20"
            height="20"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinecap="round"
            aria-hidden="true"
          >
            <path d="M2 10c2-3.7 4.7-5.5 8-5.5s6 1.8 8 5.5c-2 3.7-4.7 5.5-8 5.5s-6-1.8-8-5.5z" />
            <circle cx="10" cy="10" r="2.5" />
            {!isShown && <path d="M3.5 16.5l13-13" />}
          </svg>
        </button>
      }
    />
  )
}

/** Alert for a failed submission, with the request id if there is one. */
export function FailureAlert({ text, requestId, isAnnounced }: ErrorMessage) {
  const [isCopied, setCopied] = useState(false)
  return (
    <div className="alert" role={isAnnounced ? undefined : 'alert'}>
      <p>{text}</p>
      {requestId && (
        <p className="alert-id">
          {t('failures.requestId')} <code>{requestId}</code>
          <button type="button" onClick={async () => setCopied(await copyText(requestId))}>
            {t(isCopied ? 'landing.login.copied' : 'landing.login.copy')}
          </button>
        </p>
      )}
    </div>
  )
}
