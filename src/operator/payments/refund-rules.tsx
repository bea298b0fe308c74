/** Above the refund requests: the rules of asking, and the form that changes them. */
import { useState } from 'react'
import { FormBody } from '#console/engine/form/form-body.tsx'
import { FormDialog } from '#console/engine/form/form-dialog.tsx'
import { callItems, useCallForm, useInput } from '#console/engine/form/use-call-form.ts'
import { messageOf } from '#console/refine/i18n.ts'
import { SectionError } from '#console/ui/query-card.tsx'
import { refundRequests, type OperatorRefundRules } from '#contract/operator/refund-requests.ts'
import { canCall } from '#contract/roles.ts'
import type { zh } from '#locales/operator/refund-requests.ts'
import { useCurrentOperator } from '#operator/current-operator.ts'
import { messagesOf } from '#operator/i18n.ts'
import { useCall } from '#operator/payments/parts.tsx'
import './refund-rules.css'

const t = messagesOf<typeof zh>()

export default function RefundRules() {
  const { data, error, refetch } = useCall(refundRequests.rules, {})
  const [isOpen, setOpen] = useState(false)
  const me = useCurrentOperator()
  if (error && !data)
    return <SectionError name={t('refundRules.title')} error={error} retry={() => void refetch()} />
  return (
    <p className="refund-rules-line">
      <b>{t('refundRules.title')}</b>
      {data ? <span>{wordsOf(data).join(' · ')}</span> : <i className="waiting" />}
      {data && canCall(refundRequests.saveRules, me) && (
        <button type="button" className="text-button" onClick={() => setOpen(true)}>
          {t('refundRules.edit')}
        </button>
      )}
      {data && isOpen && (
        <RulesDialog
          rules={data}
          close={() => {
            setOpen(false)
            void refetch()
          }}
        />
      )}
    </p>
  )
}

function wordsOf({ enabled, days, leastUnusedPercent: percent, timePlans }: OperatorRefundRules) {
  if (enabled === 0) return [t('refundRules.off')]
  return [
    t('refundRules.on', { days }),
    percent > 0 ? t('refundRules.unused', { percent }) : t('refundRules.anyUnused'),
    t(timePlans === 1 ? 'refundRules.timePlans' : 'refundRules.noTimePlans'),
  ]
}

const fields = ['enabled', 'days', 'leastUnusedPercent', 'timePlans'] as const
const labelOf = (field: (typeof fields)[number]) => t(`refundRules.fields.${field}`)

function RulesDialog({ rules, close }: { rules: OperatorRefundRules; close: () => void }) {
  // A reload behind the dialog must not change the version that its values are based on.
  const [before] = useState(rules)
  const form = useCallForm({
    name: 'refund-rules',
    resource: 'refundRequests',
    call: refundRequests.saveRules,
    items: callItems(refundRequests.saveRules, {
      enabled: { label: labelOf('enabled') },
      days: { label: labelOf('days') },
      leastUnusedPercent: {
        label: labelOf('leastUnusedPercent'),
        help: t('refundRules.zeroHelp'),
      },
      timePlans: { label: labelOf('timePlans') },
    }),
    initialValues: before,
    fixed: { version: before.version },
    done: () => t('refundRules.saved'),
    onSaved: close,
  })
  const input = useInput(form)
  const changed = fields.filter(
    (field) => input[field] !== undefined && input[field] !== before[field],
  )
  return (
    <FormDialog title={t('refundRules.editTitle')} onClose={close}>
      <FormBody
        form={form}
        intro={<p>{t('refundRules.editHelp')}</p>}
        preview={
          <output className="form-note refund-rules-changes">
            <b>{t(changed.length > 0 ? 'refundRules.changes' : 'refundRules.none')}</b>
            {changed.map((field) => (
              <span key={field}>
                {t('refundRules.change', {
                  name: labelOf(field),
                  before: textOf(field, before[field]),
                  after: textOf(field, Number(input[field])),
                })}
              </span>
            ))}
          </output>
        }
        canSave={changed.length > 0}
        saveLabel={messageOf('crud.form.save')}
      />
    </FormDialog>
  )
}

const textOf = (field: (typeof fields)[number], value: number): string =>
  field === 'enabled' || field === 'timePlans' ? messageOf(`codes.flag.${value}`) : String(value)
