/** Dialog for one name, such as of a view, a space or an invited user; errors inline. */
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import { errorMessage, isRefusal } from '#client/api/error-message.ts'
import { fieldTypeOf } from '#console/engine/build-fields.ts'
import { CancelButton, FormDialog } from '#console/engine/form/form-dialog.tsx'
import { validationErrorOf } from '#console/engine/form/form-values.ts'
import type { MessageKeys } from '#console/engine/page-model.ts'
import { t, messageOf } from '#console/refine/i18n.ts'
import './name-dialog.css'

type Props = {
  title: string
  label: MessageKeys
  help?: string
  /** Label of the submit button. */
  saveLabel: string
  initialName?: string
  schema: z.core.$ZodType
  /** Error of a name that is valid by the schema, such as one that is taken. */
  validate?: (name: string) => string | undefined
  /** Throws an error, which the dialog shows. */
  onSave: (name: string) => Promise<void>
  onClose: () => void
  /** Further inputs. */
  children?: ReactNode
}

export function NameDialog({
  title,
  label,
  help,
  saveLabel,
  initialName = '',
  schema,
  validate,
  onSave,
  onClose,
  children,
}: Props) {
  const id = useId()
  const [name, setName] = useState(initialName)
  const [error, setError] = useState<string>()
  const [isRefused, setIsRefused] = useState(false)
  const [isSaving, setSaving] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    const item = { key: 'name', label, fieldType: fieldTypeOf(schema), schema, empty: undefined }
    const validationError = validationErrorOf(item, name.trim()) ?? validate?.(name.trim())
    setError(validationError)
    setIsRefused(false)
    if (validationError) return
    setSaving(true)
    try {
      await onSave(name.trim())
      onClose()
    } catch (failure) {
      setSaving(false)
      setError(errorMessage(failure, messageOf).text)
      setIsRefused(isRefusal(failure))
    }
  }

  return (
    <FormDialog title={title} busy={isSaving} onClose={onClose}>
      <form noValidate className="name-form" onSubmit={(event) => void submit(event)}>
        <label htmlFor={id}>{messageOf(label)}</label>
        <input
          id={id}
          data-initial-focus
          className="control"
          autoComplete="off"
          spellCheck={false}
          value={name}
          aria-invalid={error !== undefined}
          aria-describedby={help ? `${id}-error ${id}-help` : `${id}-error`}
          onChange={({ target }) => {
            setName(target.value)
            setError(undefined)
          }}
        />
        {/* A toast announces refusals (spec 8.1). */}
        <p id={`${id}-error`} className="error" {...(isRefused ? {} : { role: 'alert' })}>
          {error}
        </p>
        {help && (
          <p id={`${id}-help`} className="muted">
            {help}
          </p>
        )}
        {children}
        <div className="dialog-actions">
          <CancelButton disabled={isSaving}>{t('crud.form.cancel')}</CancelButton>
          <button type="submit" className="button primary" disabled={isSaving} aria-busy={isSaving}>
            {isSaving ? t('crud.form.saving') : saveLabel}
          </button>
        </div>
      </form>
    </FormDialog>
  )
}
