/** Form of one step of two-factor authentication: its inputs and how it is sent. */
import { CancelButton } from '#console/engine/form/form-dialog.tsx'
import { useEffect, useRef, type FormEvent, type ReactNode, useId, useState } from 'react'
import { t, messageOf } from '#console/refine/i18n.ts'
import { SecretInput } from '#console/engine/fields/secrets.tsx'
import { errorMessage } from '#client/api/error-message.ts'
import { failureOf } from '#console/refine/data-errors.ts'

type StepFormProps = {
  step: StepState
  /** Label of the submit button. */
  submitLabel: string
  danger?: boolean
  onSubmit: () => void
  children: ReactNode
}

/** Form of one dialog step: inputs, error and buttons. */
export function StepForm({
  step: { isBusy, errors, formError, isRefused },
  submitLabel,
  danger = false,
  onSubmit,
  children,
}: StepFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const invalidInputs = Object.keys(errors).join()
  // Focuses the first invalid input, or the first input when the step opens.
  useEffect(() => {
    const element = form.current
    if (!isBusy)
      (invalidInputs
        ? element?.querySelector<HTMLElement>('[aria-invalid]')
        : element?.querySelector<HTMLElement>('input')
      )?.focus()
  }, [isBusy, invalidInputs])

  function submitForm(event: FormEvent) {
    event.preventDefault()
    if (!isBusy) onSubmit()
  }
  return (
    <form ref={form} className="step-form" noValidate aria-busy={isBusy} onSubmit={submitForm}>
      {formError && (
        <div className="form-note" data-tone="danger" {...(isRefused ? {} : { role: 'alert' })}>
          {formError}
        </div>
      )}
      {children}
      <footer className="dialog-actions">
        <CancelButton>{t('crud.confirm.cancel')}</CancelButton>
        <button
          type="submit"
          className={danger ? 'button danger' : 'button primary'}
          aria-busy={isBusy}
          aria-disabled={isBusy}
        >
          {isBusy ? t('crud.confirm.working') : submitLabel}
        </button>
      </footer>
    </form>
  )
}

type ItemsProps = {
  step: StepState
  value: string
  onChange: (value: string) => void
}

export function PasswordItem({ value, onChange, step }: ItemsProps) {
  const id = useId()
  const error = step.errors['password']
  const label = t('security.password')
  return (
    <Item id={id} label={label} error={error} isRefused={step.isRefused}>
      <SecretInput
        id={id}
        label={label}
        fieldType={{ kind: 'secret', known: true }}
        value={value}
        onChange={(typed) => onChange(String(typed))}
        lookupData={undefined}
        formValues={() => ({})}
        {...errorProps(id, error)}
      />
    </Item>
  )
}

/** Characters; longer than any code, also if it is typed with spaces. */
const maxTypedLength = 40

/** Code of the app; with `acceptsRecoveryCode`, a recovery code is accepted too. */
export function CodeItem({
  value,
  onChange,
  step,
  acceptsRecoveryCode = false,
}: ItemsProps & { acceptsRecoveryCode?: boolean }) {
  const id = useId()
  const error = step.errors['code']
  return (
    <Item
      id={id}
      label={t(acceptsRecoveryCode ? 'security.codeOrRecovery' : 'security.code')}
      error={error}
      isRefused={step.isRefused}
    >
      <input
        id={id}
        className="control"
        inputMode={acceptsRecoveryCode ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={maxTypedLength}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        {...errorProps(id, error)}
      />
    </Item>
  )
}

function Item({
  id,
  label,
  error,
  isRefused,
  children,
}: {
  id: string
  label: string
  error: string | undefined
  isRefused: boolean
  children: ReactNode
}) {
  return (
    <div className="step-item">
      <label htmlFor={id}>{label}</label>
      {children}
      <p id={`${id}-error`} className="step-error" aria-live={isRefused ? 'off' : 'polite'}>
        {error}
      </p>
    </div>
  )
}

const errorProps = (id: string, error: string | undefined) =>
  error ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {}

/** `errors`: messages by input; `formError`: a message for the whole form. */
type StepState = {
  isBusy: boolean
  errors: Readonly<Record<string, string>>
  formError: string | undefined
  /** The server rejected the request, which a toast announces. */
  isRefused: boolean
}

const initialState: StepState = {
  isBusy: false,
  errors: {},
  formError: undefined,
  isRefused: false,
}

/**
 * Sends the request of a step. Shows a rejected `password` or `code` at its input, any other error
 * at the form.
 */
export function useStep() {
  const [state, setState] = useState(initialState)

  /** Marks empty inputs. Returns whether none was empty. */
  function checkFilled(items: Readonly<Record<string, string>>): boolean {
    const empty = Object.keys(items).filter((name) => items[name]!.trim() === '')
    setState({
      ...initialState,
      errors: Object.fromEntries(empty.map((name) => [name, messageOf(`security.empty.${name}`)])),
    })
    return empty.length === 0
  }

  async function send<T>(request: () => Promise<T>, onSuccess: (output: T) => void): Promise<void> {
    setState({ ...initialState, isBusy: true })
    try {
      onSuccess(await request())
      setState(initialState)
    } catch (error) {
      setState({ ...initialState, ...stateAfter(error) })
    }
  }

  return { ...state, checkFilled, send }
}

function stateAfter(error: unknown): Partial<StepState> {
  const { text } = errorMessage(error, messageOf)
  const failure = failureOf(error)
  if (failure?.kind !== 'refused') return { formError: text }
  const isRefused = true
  if (failure.code === 'wrongPassword') return { isRefused, errors: { password: text } }
  return failure.code === 'invalid'
    ? { isRefused, errors: { code: text } }
    : { isRefused, formError: text }
}
