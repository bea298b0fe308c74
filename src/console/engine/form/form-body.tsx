/** Form of one call: what comes before its items, the items, a preview, the error and the buttons. */
import { Form as AntdForm } from 'antd'
import type { ReactNode } from 'react'
import { useConfirm } from '#console/engine/confirm.tsx'
import { CancelButton, useStateInDialog } from '#console/engine/form/form-dialog.tsx'
import { FormItem } from '#console/engine/form/form-item.tsx'
import type { CallForm } from '#console/engine/form/use-call-form.ts'
import type { Item } from '#console/engine/page-model.ts'
import type { GetLookupData, Row } from '#console/engine/resource.ts'
import { t } from '#console/refine/i18n.ts'
import { AntdFrame } from '#console/ui/antd-frame.tsx'
import { FailureNote } from '#console/ui/failure-note.tsx'

type Props = {
  form: CallForm
  /** Shown before the items; scrolls with them. */
  intro?: ReactNode
  /** What the values would change. */
  preview?: ReactNode
  /** Heading of the error. */
  failureTitle?: string | undefined
  saveLabel: string
  /** Of the button that closes the dialog around the form. */
  cancelLabel?: string
  /** False while nothing can be sent, as before the preview has loaded. */
  canSave?: boolean
  /** Asked before the call is sent. */
  question?: { text: string; confirmLabel: string } | undefined
  isDangerous?: boolean
  /** Called by the save button instead of submitting the form, which then has no cancel button. */
  onSave?: (() => void) | undefined
  getLookupData?: GetLookupData
  /** The record as it is stored, and after a concurrent change. */
  row?: Row | undefined
  latest?: Row | undefined
  /** Buttons before the save button. */
  children?: ReactNode
}

const noLookups: GetLookupData = () => undefined

export function FormBody({
  form,
  intro,
  preview,
  failureTitle,
  saveLabel,
  cancelLabel,
  canSave = true,
  question,
  isDangerous = false,
  onSave,
  getLookupData = noLookups,
  row,
  latest,
  children,
}: Props) {
  useStateInDialog(form)
  const { name, items, antdForm, formProps, isSaving, error } = form
  const { ask, dialog } = useConfirm()
  const save = async (values: Row) => {
    if (isSaving || !canSave) return
    const input = form.inputOf(values)
    if (question) await ask({ ...question, danger: false, onConfirm: () => form.send(input) })
    else await form.send(input)
  }
  return (
    <AntdFrame>
      <AntdForm
        {...formProps}
        name={name}
        onFinish={(values: Row) => void save(values)}
        layout="vertical"
        className="record-form"
        scrollToFirstError={{ focus: true }}
      >
        <div className="form-items">
          {intro}
          {error !== undefined && (
            <FailureNote ref={scrollIntoSight} error={error} title={failureTitle} />
          )}
          {groupCounts(items).map((group) => {
            const formItems = group.map((item) => (
              <FormItem
                key={item.key}
                item={item}
                form={antdForm}
                getLookupData={getLookupData}
                row={row}
                latest={latest}
              />
            ))
            if (group.length === 1) return formItems
            return (
              <div key={group[0]!.key} className="form-counts">
                {formItems}
              </div>
            )
          })}
          {preview && <div className="form-preview">{preview}</div>}
        </div>
        {/* Where buttons decide what is sent, Enter sends nothing. */}
        {onSave && <input type="submit" hidden disabled />}
        <footer className="form-actions">
          {children}
          {!onSave && <CancelButton disabled={isSaving}>{cancelLabel}</CancelButton>}
          <button
            type={onSave ? 'button' : 'submit'}
            className={isDangerous ? 'button danger' : 'button primary'}
            disabled={!canSave}
            aria-busy={isSaving}
            aria-disabled={isSaving || undefined}
            onClick={isSaving ? undefined : onSave}
          >
            {isSaving ? t('crud.form.saving') : saveLabel}
          </button>
        </footer>
      </AntdForm>
      {dialog}
    </AntdFrame>
  )
}

/** Number of counts in succession that stand side by side. */
const countsAbreast = 3

/** Groups of three and more optional counts in succession; all other items alone. */
function groupCounts(items: readonly Item[]): Item[][] {
  const runs: Item[][] = []
  for (const item of items) {
    const run = runs.at(-1)
    if (isCount(item) && run?.every(isCount)) run.push(item)
    else runs.push([item])
  }
  return runs.flatMap((run) => (run.length < countsAbreast ? run.map((item) => [item]) : [run]))
}

const isCount = ({ fieldType, required, initial }: Item) =>
  fieldType.kind === 'count' && !required && initial === undefined

/** In sight also above long items, since the button that failed is below them. */
export const scrollIntoSight = (note: HTMLElement | null): void =>
  note?.scrollIntoView({ block: 'nearest' })
