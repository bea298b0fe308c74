/** Dialogs that change an account and ask for a reason, which the log keeps. */
import { CallDialog } from '#console/engine/form/call-dialog.tsx'
import { callItems } from '#console/engine/form/use-call-form.ts'
import { customers, type CustomerDetails } from '#contract/operator/customers.ts'
import { Flag } from '#contract/vocabulary.ts'
import { t } from '#operator/customers/messages.ts'

export type Change = 'suspend' | 'reopen' | 'endSessions' | 'removeTwoFactor'

type Props = { change: Change; customer: CustomerDetails; close: (isDone?: boolean) => void }

export default function ChangeDialog({ change, customer, close }: Props) {
  const { id, account, memberCount, type } = customer
  const reason = { label: t('customers.dialog.reason'), help: t('customers.dialog.reasonHelp') }
  const dialog = {
    name: change,
    resource: 'customer',
    title: t(`customers.actions.${change}`),
    text: t(`customers.dialog.${change}`, { name: account }),
    fixed: { id },
    saveLabel: t(`customers.actions.${change}`),
    onSaved: () => close(true),
    close,
  }
  if (change !== 'endSessions')
    return (
      <CallDialog
        {...dialog}
        call={customers[change]}
        items={callItems(customers[change], { reason })}
        isDangerous={change !== 'reopen'}
        done={() => t(`customers.done.${change}`)}
      />
    )
  const hasGroup = memberCount > 0 && type === 'main'
  return (
    <CallDialog
      {...dialog}
      call={customers.endSessions}
      items={callItems(customers.endSessions, {
        group: hasGroup && { label: t('customers.dialog.group'), schema: Flag },
        reason: { ...reason, hasInitialFocus: true },
      })}
      initialValues={{ group: 0 }}
      done={({ ended }) => t('customers.done.endSessions', { count: ended })}
    />
  )
}
