/** Drawer with a form, next to its list (spec 2.30). */
import { useConfirm } from '#console/engine/confirm.tsx'
import { t, messageOf } from '#console/refine/i18n.ts'
import type { Form, ListPage } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import { columnText, nameOfRow } from '#console/engine/list/cell-text.ts'
import { Dialog } from '#console/ui/overlays.tsx'
import { FormBody, useRecordForm } from '#console/engine/form/record-form.tsx'
import type { Found } from '#console/refine/reference-data.ts'

type Props = {
  page: ListPage
  form: Form
  row: Row | undefined
  chosen: Row
  found: Found
  onClose: () => void
  /** Called with the answer instead of `onClose` after saving. */
  onSaved: (answer: unknown) => void
}

export default function FormDrawer({ page, form, row, chosen, found, onClose, onSaved }: Props) {
  const record = useRecordForm({ page, form, record: row, chosen, onSaved })
  const { ask, dialog } = useConfirm()
  const leave = async () => {
    const gone = () => {
      record.giveUp()
      onClose()
      return Promise.resolve(true)
    }
    if (record.saving) return
    if (record.isDirty())
      await ask({
        text: t('crud.form.unsaved'),
        yes: t('crud.form.discard'),
        no: t('crud.form.keep'),
        danger: true,
        work: gone,
      })
    else await gone()
  }
  const [first] = page.columns
  const locked =
    row && first && !first.fields.some(({ path }) => form.items.some(({ key }) => key === path))
      ? { label: messageOf(first.label), text: columnText(first, row, found) }
      : undefined
  const action = messageOf(form.messages.action)
  const title = row
    ? t('crud.list.actionOf', { action, name: nameOfRow(page, row, found) })
    : action
  return (
    <Dialog shape="drawer" title={title} onClose={() => void leave()}>
      <FormBody
        page={page}
        form={form}
        record={record}
        found={found}
        locked={locked}
        save={t('crud.form.save')}
      >
        <button type="button" className="button" onClick={() => void leave()}>
          {t('crud.form.cancel')}
        </button>
      </FormBody>
      {dialog}
    </Dialog>
  )
}
