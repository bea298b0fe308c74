/** Checkbox to accept the service agreement. */
import { useId } from 'react'
import { Agreement } from '#landing/login/agreement.tsx'
import { say } from '#landing/login/registration-messages.ts'

type Props = { checked: boolean; wrong: string | undefined; onChange: (checked: boolean) => void }

export function Agree({ checked, wrong, onChange }: Props) {
  const id = useId()
  return (
    <div className="agree">
      <input
        id={id}
        name="agree"
        type="checkbox"
        checked={checked}
        aria-labelledby={`${id}-text`}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? `${id}-said` : undefined}
        onChange={({ target }) => onChange(target.checked)}
      />
      <div id={`${id}-text`}>
        <label htmlFor={id}>{say('joining.register.agree')}</label>
        <Agreement />
      </div>
      <p id={`${id}-said`} className="field-wrong" aria-live="polite">
        {wrong}
      </p>
    </div>
  )
}
