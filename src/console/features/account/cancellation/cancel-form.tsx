/** Last step of account cancellation: the user's own name, the password and the final button. */
import { CancelButton } from '#console/engine/form/form-dialog.tsx'
import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { useCancellation } from '#console/features/account/cancellation/use-cancellation.ts'
import { SecretInput } from '#console/engine/fields/secret-input.tsx'
import { t } from '#console/refine/i18n.ts'
import { RequestId } from '#console/ui/toasts.tsx'
import type { User } from '#contract/users.ts'

type Props = { me: User; cancellation: ReturnType<typeof useCancellation> }

export function CancelForm({
  me,
  cancellation: { working, wrong, failure, refused, submit },
}: Props) {
  const [typed, setTyped] = useState({ name: '', password: '' })
  const form = useRef<HTMLFormElement>(null)
  // A rejected request is already announced by a toast.
  const role = refused ? undefined : 'alert'
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (working) return
    const first = await submit(typed)
    if (first) form.current?.querySelector<HTMLInputElement>(`[data-item=${first}] input`)?.focus()
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
        label={t('leaving.form.name', { name: me.username ?? me.account })}
        wrong={wrong.name}
        role={role}
      >
        {(control) => (
          <input
            {...control}
            className="control"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            disabled={working}
            value={typed.name}
            onChange={({ target }) => setTyped({ ...typed, name: target.value })}
          />
        )}
      </Item>
      <Item item="password" label={t('leaving.form.password')} wrong={wrong.password} role={role}>
        {(control) => (
          <SecretInput
            {...control}
            label={t('leaving.form.password')}
            means={{ kind: 'secret', known: true }}
            found={undefined}
            others={() => ({})}
            value={typed.password}
            onChange={(password) => setTyped({ ...typed, password: String(password) })}
          />
        )}
      </Item>
      <footer className="form-actions">
        <CancelButton disabled={working}>{t('leaving.form.stay')}</CancelButton>
        <button type="submit" className="button danger" disabled={working} aria-busy={working}>
          {working ? t('leaving.form.working') : t('leaving.form.submit')}
        </button>
      </footer>
    </form>
  )
}

type Control = { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }

function Item({
  item,
  label,
  wrong,
  role,
  children,
}: {
  item: string
  label: string
  wrong: string | undefined
  role: 'alert' | undefined
  children: (control: Control) => ReactNode
}) {
  const id = useId()
  return (
    <div className="item" data-item={item}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ...(wrong === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-wrong` }),
      })}
      <p id={`${id}-wrong`} className="wrong" role={role}>
        {wrong}
      </p>
    </div>
  )
}
