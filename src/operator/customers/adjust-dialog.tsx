/** Dialog that adjusts a balance: what it is, what it will be, and whether it needs approval. */
import { exactCount } from '#client/i18n/format.ts'
import { FormBody } from '#console/engine/form/form-body.tsx'
import { FormDialog } from '#console/engine/form/form-dialog.tsx'
import { callItems, useCallForm, useInput } from '#console/engine/form/use-call-form.ts'
import type { Row } from '#console/engine/resource.ts'
import { isBilledByTime } from '#console/refine/current-user.ts'
import { FactList } from '#console/ui/fact-list.tsx'
import { businessLimits } from '#contract/business-limits.ts'
import { customers, type CustomerDetails } from '#contract/operator/customers.ts'
import { dayLimits } from '#contract/operator/day-limits.ts'
import type { User } from '#contract/user.ts'
import { t } from '#operator/customers/messages.ts'
import { SectionError } from '#console/ui/query-card.tsx'
import { t as tPayment, useCall } from '#operator/payments/parts.tsx'

export const adjustableUnits = ['chars', 'voices', 'images', 'minutes'] as const
export type AdjustableUnit = (typeof adjustableUnits)[number]

type Props = { customer: CustomerDetails; user: User; close: (isDone?: boolean) => void }

export default function AdjustDialog({ customer, user, close }: Props) {
  const { usableCharNum, usableVoiceNum, usableImageNum, expireDateTime } = user.memberAccount
  const isByTime = isBilledByTime(user)
  /** Minutes are adjusted by the expiry, so they have no balance. */
  const balances: Record<AdjustableUnit, number | undefined> = {
    chars: usableCharNum,
    voices: usableVoiceNum,
    images: usableImageNum,
    minutes: undefined,
  }
  // An account by time has no characters to adjust, one by characters no time.
  const units = adjustableUnits.filter((unit) => unit !== (isByTime ? 'chars' : 'minutes'))
  const errorOf = (unit: AdjustableUnit, values: Row) => {
    if (unit === units[0] && units.every((each) => !changeIn(values, each)))
      return t('customers.adjust.nothing')
    return (balances[unit] ?? 0) + changeIn(values, unit) < 0 && balances[unit] !== undefined
      ? t('customers.adjust.short')
      : undefined
  }
  const form = useCallForm({
    name: 'adjust',
    resource: 'customer',
    call: customers.adjust,
    items: callItems(customers.adjust, {
      ...Object.fromEntries(
        units.map((unit) => [
          unit,
          {
            label: t(`customers.adjust.${unit}`),
            check: {
              error: (_: unknown, values: Row) => errorOf(unit, values),
              ...(unit === units[0] ? { dependencies: units.slice(1) } : {}),
            },
          },
        ]),
      ),
      reason: { label: t('customers.dialog.reason'), help: t('customers.dialog.reasonHelp') },
    }),
    fixed: { id: customer.id },
    done: ({ outcome }) =>
      t(outcome === 'asked' ? 'customers.done.asked' : 'customers.done.adjust'),
    onSaved: () => close(true),
  })
  const input = useInput(form)
  const today = useCall(dayLimits.left, {})
  const ofAccount = useCall(customers.adjustable, { id: customer.id })
  const left = today.data
  const unread = [today, ofAccount].filter(({ data, error }) => error && !data)
  const isAbove = (limits: Readonly<Record<AdjustableUnit, number>>) =>
    units.some((unit) => Math.abs(changeIn(input, unit)) > limits[unit])
  const isAboveAccount = isAbove(ofAccount.data ?? businessLimits.adjustment)
  const needsApproval = isAboveAccount || (left !== undefined && isAbove(left))
  return (
    <FormDialog
      shape="drawer"
      title={`${t('customers.actions.adjust')} · ${customer.account}`}
      onClose={() => close()}
    >
      <FormBody
        form={form}
        intro={<p>{t('customers.adjust.help')}</p>}
        preview={
          <>
            <FactList
              facts={units.map((unit) => ({
                name: t(`customers.adjust.${unit}`),
                value: previewText(balances[unit], changeIn(input, unit)) ?? expireDateTime,
              }))}
            />
            {unread[0] && (
              <SectionError
                name={tPayment('payments.approval.left.name')}
                error={unread[0].error}
                retry={() => unread.forEach(({ refetch }) => void refetch())}
              />
            )}
            {left && ofAccount.data && (
              <p className="day-left">
                {t('customers.adjust.left', {
                  amounts: units
                    .map((unit) => {
                      const amount = Math.min(left[unit], ofAccount.data[unit])
                      return `${t(`customers.adjust.${unit}`)} ${exactCount(amount)}`
                    })
                    .join(' · '),
                })}
              </p>
            )}
            {needsApproval && (
              <p className="form-note" data-tone="warning">
                {t(isAboveAccount ? 'customers.adjust.approval' : 'customers.adjust.approvalDay')}
              </p>
            )}
          </>
        }
        saveLabel={t(needsApproval ? 'customers.adjust.ask' : 'customers.adjust.submit')}
      />
    </FormDialog>
  )
}

/** 0 for no input and for anything but a whole number. */
const changeIn = (values: Row, unit: AdjustableUnit): number => {
  const value = values[unit]
  return typeof value === 'number' ? value : 0
}

const previewText = (before: number | undefined, change: number): string | undefined =>
  before === undefined
    ? undefined
    : change === 0
      ? exactCount(before)
      : t('customers.adjust.after', {
          before: exactCount(before),
          after: exactCount(before + change),
        })
