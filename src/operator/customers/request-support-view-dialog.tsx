/** Dialog that asks a customer for a read-only view of the account. */
import { CallDialog } from '#console/engine/form/call-dialog.tsx'
import { callItems } from '#console/engine/form/use-call-form.ts'
import { supportViewRequests } from '#contract/operator/support-views.ts'
import type { CustomerDetails } from '#contract/operator/customers.ts'
import { supportViewMinutes } from '#contract/support-views.ts'
import { t, tSupportView } from '#operator/customers/messages.ts'

type Props = { customer: CustomerDetails; close: () => void }

export default function RequestViewDialog({ customer: { id, account }, close }: Props) {
  const { view: minutes, answer } = supportViewMinutes
  return (
    <CallDialog
      name="view"
      resource="customer"
      title={tSupportView('customers.supportView.title')}
      text={tSupportView('customers.supportView.text', { name: account, minutes, answer })}
      call={supportViewRequests.ask}
      items={callItems(supportViewRequests.ask, {
        reason: {
          label: t('customers.dialog.reason'),
          help: tSupportView('customers.supportView.reasonHelp'),
        },
      })}
      fixed={{ id }}
      saveLabel={tSupportView('customers.supportView.submit')}
      done={() => tSupportView('customers.supportView.sent')}
      onSaved={close}
      close={close}
    />
  )
}
