/** Dialog that adds or edits a title; an individual has a name and an email address alone. */
import { useState } from 'react'
import { FormBody } from '#console/engine/form/form-body.tsx'
import { FormDialog } from '#console/engine/form/form-dialog.tsx'
import { callItems, useCallForm } from '#console/engine/form/use-call-form.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { creditCode } from '#contract/credit-code.ts'
import { fapiaoTitles } from '#contract/fapiaos.ts'
import { Segments } from '#ui/tabs.tsx'

const { add, edit } = fapiaoTitles.calls
const kinds = ['company', 'individual'] as const
type Kind = (typeof kinds)[number]
const TaxNo = creditCode()
const item = (field: string, hint?: 'name' | 'taxNo' | 'email' | 'isDefault') => ({
  label: messageOf(`resources.fapiaoTitles.fields.${field}`),
  ...(hint && { help: messageOf(`resources.fapiaoTitles.hints.${hint}`) }),
})

type Title = OutputOf<typeof fapiaoTitles.calls.page>['rows'][number]
/** `title`: the one that is edited; `text`: why one is added. */
type Props = { title?: Title; text?: string; onSaved: () => unknown; close: () => void }

const ofCompanies = ['taxNo', 'address', 'phone', 'bank', 'bankAccount'] as const
const withoutCompany = Object.fromEntries(ofCompanies.map((field) => [field, null]))

export function TitleForm({ title, text, onSaved, close }: Props) {
  const [kind, setKind] = useState<Kind>(title?.kind ?? 'company')
  const isCompany = kind === 'company'
  const form = useCallForm({
    name: 'fapiao-title',
    resource: 'fapiaoTitles',
    id: title?.id,
    call: title ? edit : add,
    items: callItems(add, {
      name: { ...item('name', 'name'), hasInitialFocus: true },
      taxNo: isCompany && { ...item('taxNo', 'taxNo'), schema: TaxNo },
      address: isCompany && item('address'),
      phone: isCompany && item('phone'),
      bank: isCompany && item('bank'),
      bankAccount: isCompany && item('bankAccount'),
      email: item('email', 'email'),
      isDefault: title !== undefined && item('isDefault', 'isDefault'),
    }),
    initialValues: { ...title },
    fixed: {
      ...(isCompany ? {} : withoutCompany),
      ...(title && { id: title.id, version: title.version }),
      kind,
    },
    done: () =>
      messageOf(title ? 'resources.fapiaoTitles.done.edit' : 'resources.fapiaoTitles.done.add'),
    onSaved,
  })
  const heading = t(title ? 'fapiaos.editTitle' : 'fapiaos.addTitle')
  return (
    <FormDialog title={heading} onClose={close}>
      <FormBody
        form={form}
        intro={
          <div className="fapiao-title-kind">
            {text && <p>{text}</p>}
            <Segments
              label={messageOf('resources.fapiaoTitles.fields.kind')}
              options={kinds.map((key) => ({
                key,
                label: messageOf(`resources.fapiaoTitles.values.kind.${key}`),
              }))}
              chosen={kind}
              disabled={form.isSaving}
              onChoose={setKind}
            />
          </div>
        }
        saveLabel={title ? t('crud.form.save') : heading}
      />
    </FormDialog>
  )
}
