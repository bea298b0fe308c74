/** Dialog for one name: of a new or renamed space or an invited user; errors inline. */
import { isRefusal, errorMessage } from '#client/api/error-message.ts'
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import { failureOf } from '#console/refine/data-errors.ts'
import { t, messageOf } from '#console/refine/i18n.ts'
import { fieldTypeOf } from '#console/engine/build-fields.ts'
import type { MessageKeys } from '#console/engine/page-model.ts'
import { CancelButton, FormDialog } from '#console/engine/form/form-dialog.tsx'
import { validationErrorOf } from '#console/engine/form/form-values.ts'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import type { AsideProps } from '#console/engine/resource.ts'
import { notifyDone } from '#console/refine/notification.ts'
import { useWorkspaceMutation } from '#console/features/workspace/use-workspace.ts'
import { shapeOf } from '#contract/query.ts'
import { spaces } from '#contract/workspace.ts'

type Props = {
  title: string
  label: MessageKeys
  help?: string
  /** Label of the submit button. */
  save: string
  /** Initial value. */
  initial?: string
  schema: z.core.$ZodType
  /** Throws an error, which the dialog shows. */
  onSave: (name: string) => Promise<void>
  onClose: () => void
}

export function NameDialog({
  title,
  label,
  help,
  save,
  initial = '',
  schema,
  onSave,
  onClose,
}: Props) {
  const id = useId()
  const [name, setName] = useState(initial)
  const [wrong, setWrong] = useState<string>()
  const [refused, setRefused] = useState(false)
  const [saving, setSaving] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (saving) return
    const text = validationErrorOf(
      { key: 'name', label, means: fieldTypeOf(schema), schema, empty: undefined },
      name.trim(),
    )
    setWrong(text)
    setRefused(false)
    if (text) return
    setSaving(true)
    try {
      await onSave(name.trim())
      onClose()
    } catch (error) {
      setSaving(false)
      setWrong(sentenceOf(error))
      setRefused(isRefusal(error))
    }
  }

  return (
    <FormDialog title={title} busy={saving} onClose={onClose}>
      <form noValidate className="name-form" onSubmit={(event) => void submit(event)}>
        <label htmlFor={id}>{messageOf(label)}</label>
        <input
          id={id}
          data-first
          className="control"
          autoComplete="off"
          spellCheck={false}
          value={name}
          aria-invalid={wrong !== undefined}
          aria-describedby={`${id}-wrong ${id}-help`}
          onChange={({ target }) => {
            setName(target.value)
            setWrong(undefined)
          }}
        />
        <p id={`${id}-wrong`} className="wrong" {...(refused ? {} : { role: 'alert' })}>
          {wrong}
        </p>
        {help && (
          <p id={`${id}-help`} className="muted">
            {help}
          </p>
        )}
        <div className="dialog-actions">
          <CancelButton disabled={saving}>{t('crud.form.cancel')}</CancelButton>
          <button type="submit" className="button primary" disabled={saving} aria-busy={saving}>
            {saving ? t('crud.form.saving') : save}
          </button>
        </div>
      </form>
    </FormDialog>
  )
}

/** Prefers the field's own message to the general one. */
function sentenceOf(error: unknown): string {
  const failure = failureOf(error)
  const ofItem = failure?.kind === 'refused' ? Object.values(failure.fields ?? {})[0] : undefined
  return ofItem ?? errorMessage(error, messageOf).text
}

/** Creates a space with a name dialog, then selects it. */
export function useCreateSpace(choose: AsideProps['choose']): {
  open: () => void
  dialog: ReactNode
} {
  const [isOpen, setOpen] = useState(false)
  const { refresh } = useWorkspaceMutation()
  const create = async (name: string) => {
    const created = await idempotentCall(spaces.create, { name })
    await refresh()
    choose(String(created.id))
    notifyDone(t('workspace.create.done'))
  }
  return {
    open: () => setOpen(true),
    dialog: isOpen && (
      <NameDialog
        title={t('workspace.create.action')}
        label={['workspace.name']}
        save={t('crud.form.save')}
        schema={shapeOf(spaces.create.input)['name']!}
        onSave={create}
        onClose={() => setOpen(false)}
      />
    ),
  }
}
