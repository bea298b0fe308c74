/** Labelled input with its validation error or hint below. */
import { useId, type ComponentProps, type ReactNode } from 'react'

type Props = ComponentProps<'input'> & {
  label: string
  wrong?: string | undefined
  hint?: string | undefined
  /** A toast announces the error, so it is no live region here. */
  quiet?: boolean
  aside?: ReactNode
}

export function Field({ label, wrong, hint, quiet = false, aside, ...input }: Props) {
  const id = useId()
  const text = wrong ?? hint
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-box">
        <input
          id={id}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={text ? `${id}-said` : undefined}
          {...input}
        />
        {aside}
      </div>
      <p
        id={`${id}-said`}
        className={wrong ? 'field-wrong' : 'field-hint'}
        aria-live={quiet ? 'off' : 'polite'}
      >
        {text}
      </p>
    </div>
  )
}
