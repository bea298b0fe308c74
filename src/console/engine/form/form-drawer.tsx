/** Drawer with a form, next to its list (spec 2.30). */
import { useCapabilities } from '#console/refine/capabilities.ts'
import { t, messageOf } from '#console/refine/i18n.ts'
import type { Form, ListPage } from '#console/engine/page-model.ts'
import type { GetLookupData, Row } from '#console/engine/resource.ts'
import { columnText, nameOfRow } from '#console/engine/list/cell-text.ts'
import { FormDialog } from '#console/engine/form/form-dialog.tsx'
import { RecordForm, useRecordForm } from '#console/engine/form/record-form.tsx'

type Props = {
  page: ListPage
  form: Form
  row: Row | undefined
  listQuery: Row
  getLookupData: GetLookupData
  onClose: () => void
  /** Called after saving, instead of `onClose`. */
  onSaved: (output: unknown) => void
}

export default function FormDrawer({
  page,
  form: fullForm,
  row,
  listQuery,
  getLookupData,
  onClose,
  onSaved,
}: Props) {
  const { takes } = useCapabilities()
  const form = {
    ...fullForm,
    items: fullForm.items.filter(({ key }) => takes(fullForm.call, key)),
  }
  const name = row && nameOfRow(page, row, getLookupData)
  const recordForm = useRecordForm({ page, form, record: row, name, listQuery, onSaved })
  // The column that names the row, unless the form edits it.
  const [nameColumn] = page.columns
  const isNameEditable = nameColumn?.fields.some(({ path }) =>
    form.items.some(({ key }) => key === path),
  )
  const fixedName =
    row && nameColumn && !isNameEditable
      ? { label: messageOf(nameColumn.label), text: columnText(nameColumn, row, getLookupData) }
      : undefined
  const action = messageOf(form.messages.action)
  const title = name === undefined ? action : t('crud.list.actionOf', { action, name })
  return (
    <FormDialog shape="drawer" title={title} onClose={onClose}>
      <RecordForm
        page={page}
        form={form}
        recordForm={recordForm}
        getLookupData={getLookupData}
        fixedName={fixedName}
        saveLabel={messageOf(form.messages.save)}
      />
    </FormDialog>
  )
}
