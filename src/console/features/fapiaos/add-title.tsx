/** Dialog that adds a title; an individual has a name and an email address alone. */
import { useState } from 'react'
import { FormBody } from '#console/engine/form/form-body.tsx'
import { CancelButton, FormDialog } from '#console/engine/form/form-dialog.tsx'
import { callItems, useCallForm } from '#console/engine/form/use-call-form.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { creditCode } from '#contract/credit-code.ts'
import { fapiaoTitles } from '#contract/fapiaos.ts'
import { Segments } from '#ui/tabs.tsx'

const { add } = fapiaoTitles.calls
const kinds = ['company', 'individual'] as const
type Kind = (typeof kinds)[number]
const TaxNo = creditCode()
const item = (field: string, hint?: 'name' | 'taxNo' | 'address' | 'email') => ({
  label: messageOf(`resources.fapiaoTitles.fields.${field}`),
  ...(hint && { help: messageOf(`resources.fapiaoTitles.hints.${hint}`) }),
})

type Props = { text?: string; onAdded: () => unknown; close: () => void }

export function AddTitle({ text, onAdded, close }: Props) {
  const [kind, setKind] = useState<Kind>('company')
  const isCompany = kind === 'company'
  const form = useCallForm({
    name: 'add-fapiao-title',
    resource: 'fapiaoTitles',
    call: add,
    items: callItems(add, {
      name: { ...item('name', 'name'), hasInitialFocus: true },
      taxNo: isCompany && { ...item('taxNo', 'taxNo'), schema: TaxNo },
      address: isCompany && item('address', 'address'),
      phone: isCompany && item('phone'),
      bank: isCompany && item('bank'),
      bankAccount: isCompany && item('bankAccount'),
      email: item('email', 'email'),
    }),
    fixed: { kind },
    done: () => messageOf('resources.fapiaoTitles.done.add'),
    onSaved: onAdded,
  })
  return (
    <FormDialog title={t('fapiaos.addTitle')} onClose={close}>
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
        saveLabel={t('fapiaos.addTitle')}
      >
        <CancelButton disabled={form.isSaving} />
      </FormBody>
    </FormDialog>
  )
}
