/** Password input with a button that reveals it. */
import { useState } from 'react'
import type { InputProps } from '#console/engine/fields/field-type.ts'
import { t } from '#console/refine/i18n.ts'

export function SecretInput({
  value,
  onChange,
  label,
  means,
  found: _found,
  others: _others,
  ...control
}: InputProps) {
  const [shown, setShown] = useState(false)
  return (
    <span className="with-button">
      <input
        {...control}
        className="control"
        type={shown ? 'text' : 'password'}
        autoComplete={means.kind === 'secret' && means.known ? 'current-password' : 'new-password'}
        spellCheck={false}
        value={typeof value === 'string' ? value : ''}
        onChange={({ target }) => onChange?.(target.value)}
      />
      <button
        type="button"
        className="text-button"
        aria-pressed={shown}
        aria-label={t('pages.form.showOf', { field: label })}
        onClick={() => setShown(!shown)}
      >
        {t(shown ? 'pages.form.hide' : 'pages.form.show')}
      </button>
    </span>
  )
}
