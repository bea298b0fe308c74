/** Password input with a visibility toggle and a Caps Lock warning. */
import { useState, type ChangeEvent, type KeyboardEvent } from 'react'
import { Field } from '#landing/login/field.tsx'
import { t } from '#landing/messages.ts'

type Props = {
  name: string
  label: string
  wrong?: string | undefined
  quiet?: boolean
  autoComplete: 'current-password' | 'new-password'
  value?: string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  onBlur?: () => void
}

export function PasswordField(props: Props) {
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watch = (event: KeyboardEvent<HTMLInputElement>) =>
    setCapsLock(event.getModifierState('CapsLock'))

  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      hint={capsLock ? t('landing.login.capsLock') : undefined}
      onKeyDown={watch}
      onKeyUp={watch}
      onBlur={() => {
        setCapsLock(false)
        props.onBlur?.()
      }}
      aside={
        <button
          className="field-eye"
          type="button"
          aria-label={t(shown ? 'landing.login.hidePassword' : 'landing.login.showPassword')}
          onClick={() => setShown(!shown)}
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
            {!shown && <path d="M3.5 16.5l13-13" />}
          </svg>
        </button>
      }
    />
  )
}
