/** A password that can be shown, and that warns when Caps Lock is on. */
import { useState, type ChangeEvent, type KeyboardEvent } from 'react'
import { Field } from '#landing/login/field.tsx'
import { t } from '#landing/words.ts'

type Props = {
  name: string
  label: string
  wrong?: string | undefined
  autoComplete: 'current-password' | 'new-password'
  value?: string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  onBlur?: () => void
}

export function PasswordField(props: Props) {
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watch = (event: KeyboardEvent<HTMLInputElement>) => setCapsLock(event.getModifierState('CapsLock'))

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
            <path d="M2 10c2-3.700 4.700-5.500 8-5.500s6 1.800 8 5.500c-2 3.700-4.700 5.500-8 5.500s-6-1.800-8-5.500z" />
            <circle cx="10" cy="10" r="2.500" />
            {!shown && <path d="M3.500 16.500l13-13" />}
          </svg>
        </button>
      }
    />
  )
}
