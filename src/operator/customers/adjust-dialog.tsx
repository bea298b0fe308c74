/** Dialog that adjusts a balance: what it is, what it will be, and whether it needs approval. */
import { useRef, useState } from 'react'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { exactCount } from '#client/i18n/format.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { customers, type CustomerDetails } from '#contract/operator/customers.ts'
import { dayLimits } from '#contract/operator/day-limits.ts'
import type { User } from '#contract/user.ts'
import { ReasonDialog } from '#operator/customers/change-dialog.tsx'
import { t } from '#operator/customers/messages.ts'
import { useCall } from '#operator/payments/parts.tsx'
import { isBilledByTime } from '#console/refine/current-user.ts'

export const adjustableUnits = ['chars', 'voices', 'images', 'minutes'] as const
export type AdjustableUnit = (typeof adjustableUnits)[number]
type DayAmountsOfUnits = Readonly<Record<AdjustableUnit, number>>

type Props = { customer: CustomerDetails; user: User; close: (isDone?: boolean) => void }

export function AdjustDialog({ customer, user, close }: Props) {
  const [typed, setTyped] = useState<Partial<Record<AdjustableUnit, string>>>({})
  const [errors, setErrors] = useState<Partial<Record<AdjustableUnit | 'all', string>>>({})
  const fields = useRef<Partial<Record<AdjustableUnit, HTMLInputElement | null>>>({})
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
  const offeredUnits = adjustableUnits.filter((unit) => unit !== (isByTime ? 'chars' : 'minutes'))
  const changes = offeredUnits.flatMap((unit) => {
    const difference = parseWholeNumber(typed[unit])
    return difference ? [[unit, difference] as const] : []
  })
  const { data: left } = useCall(dayLimits.left, {})
  const isAboveLimits = (limits: DayAmountsOfUnits) =>
    changes.some(([unit, difference]) => Math.abs(difference) > limits[unit])
  const isAboveAccount = isAboveLimits(businessLimits.adjustment)
  const needsApproval = isAboveAccount || (left !== undefined && isAboveLimits(left))

  const validate = () => {
    const newErrors: typeof errors = {}
    for (const unit of offeredUnits) {
      const difference = parseWholeNumber(typed[unit])
      const before = balances[unit]
      if (difference === undefined) newErrors[unit] = t('customers.adjust.invalid')
      else if (before !== undefined && before + difference < 0)
        newErrors[unit] = t('customers.adjust.short')
    }
    if (Object.keys(newErrors).length === 0 && changes.length === 0)
      newErrors.all = t('customers.adjust.nothing')
    setErrors(newErrors)
    const firstInvalid =
      offeredUnits.find((unit) => newErrors[unit]) ?? (newErrors.all ? offeredUnits[0] : undefined)
    if (firstInvalid) fields.current[firstInvalid]?.focus()
    return firstInvalid === undefined
  }
  const change = async (reason: string) => {
    const input = { id: customer.id, ...Object.fromEntries(changes), reason }
    const { outcome } = await idempotentCall(customers.adjust, input)
    return t(outcome === 'asked' ? 'customers.done.asked' : 'customers.done.adjust')
  }
  return (
    <ReasonDialog
      title={`${t('customers.actions.adjust')} · ${customer.account}`}
      text={t('customers.adjust.help')}
      submitLabel={t(needsApproval ? 'customers.adjust.ask' : 'customers.adjust.submit')}
      validate={validate}
      onSubmit={change}
      close={close}
    >
      <div className="adjust-items">
        {offeredUnits.map((unit) => {
          const difference = parseWholeNumber(typed[unit])
          const before = balances[unit]
          const note =
            errors[unit] ??
            (before === undefined
              ? (expireDateTime ?? '')
              : difference
                ? t('customers.adjust.after', {
                    before: exactCount(before),
                    after: exactCount(before + difference),
                  })
                : t('customers.adjust.now', { amount: exactCount(before) }))
          return (
            <label key={unit} className="adjust-item">
              <span>{t(`customers.adjust.${unit}`)}</span>
              <input
                ref={(input) => void (fields.current[unit] = input)}
                className="control"
                inputMode="text"
                autoComplete="off"
                placeholder="+0"
                value={typed[unit] ?? ''}
                aria-invalid={errors[unit] !== undefined}
                aria-describedby={`adjust-${unit}`}
                onChange={({ target }) => {
                  setTyped({ ...typed, [unit]: target.value })
                  setErrors({})
                }}
              />
              <small id={`adjust-${unit}`} className={errors[unit] ? 'field-error' : undefined}>
                {note}
              </small>
            </label>
          )
        })}
      </div>
      {left && (
        <p className="day-left">
          {t('customers.adjust.left', {
            amounts: offeredUnits
              .map((unit) => `${t(`customers.adjust.${unit}`)} ${exactCount(left[unit])}`)
              .join(' · '),
          })}
        </p>
      )}
      {errors.all && (
        <p className="field-error" role="alert">
          {errors.all}
        </p>
      )}
      {needsApproval && (
        <p className="form-note" data-tone="warning">
          {t(isAboveAccount ? 'customers.adjust.approval' : 'customers.adjust.approvalDay')}
        </p>
      )}
    </ReasonDialog>
  )
}

/** 0 for no input, undefined for anything but a whole number. */
function parseWholeNumber(typed = ''): number | undefined {
  const plain = typed.normalize('NFKC').replace(/[\s,]/g, '').replace('\u2212', '-')
  if (plain === '') return 0
  return /^[+-]?\d{1,15}$/.test(plain) ? Number(plain) : undefined
}
