/** Form of one step of two-factor authentication: its inputs and how it is sent. */
import { CancelButton } from '#console/engine/form/form-dialog.tsx'
import { useEffect, useRef, type FormEvent, type ReactNode, useId, useState } from 'react'
import { t, messageOf } from '#console/refine/i18n.ts'
import { SecretInput } from '#console/engine/fields/secrets.tsx'
import { errorMessage } from '#client/api/error-message.ts'
import { failureOf } from '#console/refine/data-errors.ts'

type StepFormProps = {
  asking: StepState
  submit: string
  danger?: boolean
  onSubmit: () => void
  children: ReactNode
}

/** Form of one dialog step: inputs, error and buttons. */
export function StepForm({
  asking: { busy, wrong, failed, refused },
  submit,
  danger = false,
  onSubmit,
  children,
}: StepFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const faulty = Object.keys(wrong).join()
  // Focuses the first invalid input, or the first input when the step opens.
  useEffect(() => {
    const shown = form.current
    if (!busy)
      (faulty
        ? shown?.querySelector<HTMLElement>('[aria-invalid]')
        : shown?.querySelector<HTMLElement>('input')
      )?.focus()
  }, [busy, faulty])

  function send(event: FormEvent) {
    event.preventDefault()
    if (!busy) onSubmit()
  }
  return (
    <form ref={form} className="step-form" noValidate aria-busy={busy} onSubmit={send}>
      {failed && (
        <div className="form-note" data-tone="danger" {...(refused ? {} : { role: 'alert' })}>
          {failed}
        </div>
      )}
      {children}
      <footer className="dialog-actions">
        <CancelButton>{t('crud.confirm.cancel')}</CancelButton>
        <button
          type="submit"
          className={danger ? 'button danger' : 'button primary'}
          aria-busy={busy}
          aria-disabled={busy}
        >
          {busy ? t('crud.confirm.working') : submit}
        </button>
      </footer>
    </form>
  )
}

type ItemsProps = {
  asking: StepState
  value: string
  onChange: (value: string) => void
}

/** Password and code inputs of the two-factor dialogs. */
export function PasswordItem({ value, onChange, asking }: ItemsProps) {
  const id = useId()
  const wrong = asking.wrong['password']
  const label = t('security.password')
  return (
    <Item id={id} label={label} wrong={wrong} refused={asking.refused}>
      <SecretInput
        id={id}
        label={label}
        fieldType={{ kind: 'secret', known: true }}
        value={value}
        onChange={(typed) => onChange(String(typed))}
        found={undefined}
        others={() => ({})}
        {...saidAt(id, wrong)}
      />
    </Item>
  )
}

/** Code of the app; with `either`, a recovery code is accepted too. */
export function CodeItem({
  value,
  onChange,
  asking,
  either = false,
}: ItemsProps & { either?: boolean }) {
  const id = useId()
  const wrong = asking.wrong['code']
  return (
    <Item
      id={id}
      label={t(either ? 'security.codeOrRecovery' : 'security.code')}
      wrong={wrong}
      refused={asking.refused}
    >
      <input
        id={id}
        className="control"
        inputMode={either ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        {...saidAt(id, wrong)}
      />
    </Item>
  )
}

function Item({
  id,
  label,
  wrong,
  refused,
  children,
}: {
  id: string
  label: string
  wrong: string | undefined
  refused: boolean
  children: ReactNode
}) {
  return (
    <div className="asked-item">
      <label htmlFor={id}>{label}</label>
      {children}
      <p id={`${id}-wrong`} className="asked-wrong" aria-live={refused ? 'off' : 'polite'}>
        {wrong}
      </p>
    </div>
  )
}

const saidAt = (id: string, wrong: string | undefined) =>
  wrong ? { 'aria-invalid': true, 'aria-describedby': `${id}-wrong` } : {}

/** `wrong`: messages by input; `failed`: a message for the whole form. */
type StepState = {
  busy: boolean
  wrong: Readonly<Record<string, string>>
  failed: string | undefined
  /** The server rejected the request, which a toast announces. */
  refused: boolean
}

const initialState: StepState = { busy: false, wrong: {}, failed: undefined, refused: false }

/** Assigns a rejected `password` or `code` to its input, any other error to the form. */
export function useStep() {
  const [state, setState] = useState(initialState)

  /** Marks empty inputs. Returns whether none was empty. */
  function complete(items: Readonly<Record<string, string>>): boolean {
    const empty = Object.keys(items).filter((name) => items[name]!.trim() === '')
    setState({
      ...initialState,
      wrong: Object.fromEntries(empty.map((name) => [name, messageOf(`security.empty.${name}`)])),
    })
    return empty.length === 0
  }

  async function ask<T>(work: () => Promise<T>, then: (answer: T) => void): Promise<void> {
    setState({ ...initialState, busy: true })
    try {
      then(await work())
      setState(initialState)
    } catch (error) {
      setState({ ...initialState, ...saidOf(error) })
    }
  }

  return { ...state, complete, ask }
}

function saidOf(error: unknown): Partial<StepState> {
  const { text } = errorMessage(error, messageOf)
  const failure = failureOf(error)
  if (failure?.kind !== 'refused') return { failed: text }
  const refused = true
  if (failure.code === 'wrongPassword') return { refused, wrong: { password: text } }
  return failure.code === 'invalid' ? { refused, wrong: { code: text } } : { refused, failed: text }
}
