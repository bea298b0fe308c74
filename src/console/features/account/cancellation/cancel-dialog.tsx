/** Account cancellation dialog: what is deleted, the data export, then name and password. */
import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { DeletionSummary } from '#console/features/account/cancellation/deletion-summary.tsx'
import './cancel-account.css'
import { DataExport } from '#console/features/account/data-export/data-export.tsx'
import { t, messageOf } from '#console/refine/i18n.ts'
import { FormDialog, CancelButton } from '#console/engine/form/form-dialog.tsx'
import '../../../ui/overlays.css'
import { users } from '#contract/users.ts'
import type { User } from '#contract/user.ts'
import { SecretInput } from '#console/engine/fields/secrets.tsx'
import { RequestId } from '#console/ui/overlays.tsx'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { loadUser } from '#client/session/current-user.ts'
import { errorMessage, isRefusal, type ErrorMessage } from '#client/api/error-message.ts'
import { leaveAfterCancellation } from '#console/features/logout/leave-after-cancellation.ts'
import { failureOf } from '#console/refine/data-errors.ts'
import { endSessionIfExpired } from '#console/refine/session-expiry.ts'

export default function CancelDialog({ me, close }: { me: User; close: () => void }) {
  const id = useId()
  const cancellation = useCancellation(me)
  return (
    <FormDialog
      shape="modal"
      title={t('cancellation.title')}
      busy={cancellation.isWorking}
      onClose={close}
    >
      <div className="cancel-account">
        {/* Gets the initial focus, so that the warning is read before anything is typed. */}
        <section aria-labelledby={`${id}-goes`} tabIndex={-1} data-initial-focus>
          <p className="form-note" data-tone="danger">
            {t('cancellation.warning')}
          </p>
          <h3 id={`${id}-goes`}>{t('cancellation.lossesTitle')}</h3>
          <DeletionSummary me={me} />
          <p>{t('cancellation.kept')}</p>
        </section>
        <section aria-labelledby={`${id}-data`}>
          <h3 id={`${id}-data`}>{t('cancellation.data.heading')}</h3>
          <p>{t('cancellation.data.help')}</p>
          <DataExport me={me} disabled={cancellation.isWorking} />
        </section>
        <section aria-labelledby={`${id}-sure`}>
          <h3 id={`${id}-sure`}>{t('cancellation.form.heading')}</h3>
          <CancelForm me={me} cancellation={cancellation} />
        </section>
      </div>
    </FormDialog>
  )
}

type Props = { me: User; cancellation: ReturnType<typeof useCancellation> }

/** Last step of account cancellation: the user's own name, the password and the final button. */
function CancelForm({
  me,
  cancellation: { isWorking, errors, failure, isRefused, submit },
}: Props) {
  const [typed, setTyped] = useState({ name: '', password: '' })
  const form = useRef<HTMLFormElement>(null)
  // A rejected request is already announced by a toast.
  const role = isRefused ? undefined : 'alert'
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isWorking) return
    const firstInvalid = await submit(typed)
    if (firstInvalid)
      form.current?.querySelector<HTMLInputElement>(`[data-item=${firstInvalid}] input`)?.focus()
  }
  return (
    <form ref={form} noValidate onSubmit={(event) => void send(event)}>
      {failure && (
        <div className="form-note" data-tone="danger" role={role}>
          <span>{failure.text}</span>
          {failure.requestId && <RequestId id={failure.requestId} />}
        </div>
      )}
      <Item
        item="name"
        label={t('cancellation.form.name', { name: me.username ?? me.account })}
        error={errors.name}
        role={role}
      >
        {(control) => (
          <input
            {...control}
            className="control"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            disabled={isWorking}
            value={typed.name}
            onChange={({ target }) => setTyped({ ...typed, name: target.value })}
          />
        )}
      </Item>
      <Item
        item="password"
        label={t('cancellation.form.password')}
        error={errors.password}
        role={role}
      >
        {(control) => (
          <SecretInput
            {...control}
            label={t('cancellation.form.password')}
            fieldType={{ kind: 'secret', known: true }}
            lookupData={undefined}
            formValues={() => ({})}
            value={typed.password}
            onChange={(password) => setTyped({ ...typed, password: String(password) })}
          />
        )}
      </Item>
      <footer className="form-actions">
        <CancelButton disabled={isWorking}>{t('cancellation.form.stay')}</CancelButton>
        <button type="submit" className="button danger" disabled={isWorking} aria-busy={isWorking}>
          {isWorking ? t('cancellation.form.working') : t('cancellation.form.submit')}
        </button>
      </footer>
    </form>
  )
}

type Control = { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }

function Item({
  item,
  label,
  error,
  role,
  children,
}: {
  item: string
  label: string
  error: string | undefined
  role: 'alert' | undefined
  children: (control: Control) => ReactNode
}) {
  const id = useId()
  return (
    <div className="item" data-item={item}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ...(error === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-error` }),
      })}
      <p id={`${id}-error`} className="error" role={role}>
        {error}
      </p>
    </div>
  )
}

type CancellationForm = { readonly name: string; readonly password: string }
type CancellationErrors = Partial<Record<keyof CancellationForm, string>>

/** In milliseconds: erasing an account with years of translations takes long. */
const timeout = 180_000

/** Validates and submits the cancellation; assigns errors of the server to the form's fields. */
function useCancellation(me: User) {
  const [isWorking, setWorking] = useState(false)
  const [errors, setErrors] = useState<CancellationErrors>({})
  const [failure, setFailure] = useState<ErrorMessage>()
  const [isRefused, setIsRefused] = useState(false)

  /** Submits the form. Returns the first invalid field, if any. */
  async function submit(typed: CancellationForm): Promise<keyof CancellationForm | undefined> {
    const problems = validate(typed, me)
    setErrors(problems)
    setFailure(undefined)
    setIsRefused(false)
    if (problems.name ?? problems.password) return problems.name ? 'name' : 'password'
    setWorking(true)
    try {
      await idempotentCall(users.cancel, { userPassword: typed.password }, { timeout })
      leaveAfterCancellation()
      return undefined
    } catch (error) {
      setWorking(false)
      if (endSessionIfExpired(error)) return undefined
      setIsRefused(isRefusal(error))
      const passwordError = passwordErrorOf(error)
      if (passwordError !== undefined) {
        setErrors({ password: passwordError })
        return 'password'
      }
      setFailure(errorMessage(error, messageOf))
      void loadUser().catch(() => undefined)
      return undefined
    }
  }

  return { isWorking, errors, failure, isRefused, submit }
}

/** Validates the form. The name may be the account or the username, in any case. */
function validate(
  { name, password }: CancellationForm,
  { account, username }: User,
): CancellationErrors {
  const typed = name.trim().toLowerCase()
  const isOwnName = [account, username].some((name) => name?.toLowerCase() === typed)
  return {
    ...(typed === ''
      ? { name: t('cancellation.form.nameMissing') }
      : isOwnName
        ? {}
        : { name: t('cancellation.form.nameWrong') }),
    ...(password === '' ? { password: t('cancellation.form.passwordMissing') } : {}),
  }
}

/** Returns the server's message about the password; undefined for any other error. */
function passwordErrorOf(error: unknown): string | undefined {
  const failure = failureOf(error)
  if (failure?.kind !== 'refused') return undefined
  return (
    failure.fields?.['userPassword'] ?? (failure.code === 'wrongPassword' ? failure.msg : undefined)
  )
}
