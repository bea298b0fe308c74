/** Password and code inputs of the two-factor dialogs. */
import type { StepState } from '#console/features/security/two-factor/use-step.ts'
import { useId, type ReactNode } from 'react'
import { SecretInput } from '#console/engine/fields/secret-input.tsx'
import { t } from '#console/refine/i18n.ts'

type Props = {
  asking: StepState
  value: string
  onChange: (value: string) => void
}

export function PasswordItem({ value, onChange, asking }: Props) {
  const id = useId()
  const wrong = asking.wrong['password']
  const label = t('security.password')
  return (
    <Item id={id} label={label} wrong={wrong} refused={asking.refused}>
      <SecretInput
        id={id}
        label={label}
        means={{ kind: 'secret', known: true }}
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
}: Props & { either?: boolean }) {
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
