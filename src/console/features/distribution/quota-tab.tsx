/** One kind of quota in the modal: amounts, and a preview of the result. */
import { useId } from 'react'
import { exactCount, shortCount } from '#client/i18n/format.ts'
import { maxAmount, type Move, type Unit, preview } from '#console/features/distribution/balance.ts'
import { BalanceTable } from '#console/features/distribution/balance-table.tsx'
import { t } from '#console/refine/i18n.ts'
import { businessLimits } from '#contract/business-limits.ts'

type Props = {
  move: Move
  names: readonly string[]
  unit: Unit
  disabled: boolean
  onChange: (amount: number) => void
}

/** Form for one quota unit: amount per sub-account, and preview of the balances. */
export function QuotaTab({ move, names, unit, disabled, onChange }: Props) {
  const { direction, each } = move
  const limit = maxAmount(move, unit)
  const { main, subs } = preview(move, unit)
  return (
    <>
      <QuotaInput
        label={t(`ledger.distribution.amount.${direction}.${unit}`)}
        unit={unit}
        amount={each[unit]}
        limit={limit}
        problem={each[unit] > limit ? shortageText(move, names, unit) : undefined}
        disabled={disabled}
        onChange={onChange}
      />
      <BalanceTable
        main={main}
        subs={subs.map((change, index) => ({ name: names[index] ?? '', change }))}
      />
    </>
  )
}

/** Amount of one unit, with presets for characters. `limit`: the most, if there is one. */
export function QuotaInput({
  label,
  unit,
  amount,
  limit,
  problem,
  disabled,
  onChange,
}: {
  label: string
  unit: Unit
  amount: number
  limit: number | undefined
  problem: string | undefined
  disabled: boolean
  onChange: (amount: number) => void
}) {
  const id = useId()
  const { charStep, unitStep, presetAmounts: presets } = businessLimits.distribution
  return (
    <>
      <div className="quota-input">
        <label htmlFor={id}>{label}</label>
        <input
          key={unit}
          id={id}
          className="control"
          data-initial-focus
          type="number"
          inputMode="numeric"
          min={0}
          max={limit}
          step={unit === 'chars' ? charStep : unitStep}
          value={amount === 0 ? '' : amount}
          placeholder="0"
          disabled={disabled}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-limit ${id}-error`}
          onWheel={({ currentTarget }) => currentTarget.blur()}
          onChange={({ target }) => onChange(parseAmount(target.value))}
        />
        {unit === 'chars' && (
          <div className="presets" role="group" aria-label={t('ledger.distribution.quickAmounts')}>
            {presets.map((preset) => (
              <button
                key={preset}
                type="button"
                className="button"
                aria-pressed={amount === preset}
                title={exactCount(preset)}
                disabled={disabled || (limit !== undefined && preset > limit)}
                onClick={() => onChange(preset)}
              >
                {shortCount(preset)}
              </button>
            ))}
          </div>
        )}
        <span id={`${id}-limit`} className="limit">
          {limit !== undefined && t('ledger.distribution.atMost', { amount: exactCount(limit) })}
        </span>
      </div>
      <p id={`${id}-error`} className="error" role="status">
        {problem}
      </p>
    </>
  )
}

/** Explains which account lacks quota and how much it has. */
function shortageText(
  { direction, main, subs, each }: Move,
  names: readonly string[],
  unit: Unit,
): string {
  const text = (amount: number) =>
    t(`ledger.amount.${unit}`, { amount: exactCount(amount), count: amount })
  if (direction === 'distribute')
    return t('ledger.distribution.shortMain', {
      needed: text(each[unit] * subs.length),
      available: text(main[unit]),
    })
  const shortIndex = subs.findIndex((sub) => sub[unit] < each[unit])
  return t('ledger.distribution.shortSub', {
    name: names[shortIndex] ?? '',
    available: text(subs[shortIndex]?.[unit] ?? 0),
  })
}

/** Parses and truncates a positive safe integer; 0 for any other input. */
function parseAmount(text: string): number {
  const amount = Math.trunc(Number(text))
  return Number.isSafeInteger(amount) && amount > 0 ? amount : 0
}

export function TabLabel({
  unit,
  amount,
  isShort,
}: {
  unit: Unit
  amount: number
  isShort: boolean
}) {
  return (
    <>
      {t(`ledger.units.${unit}`)}
      {amount > 0 && <small data-tone={isShort ? 'danger' : undefined}>{exactCount(amount)}</small>}
    </>
  )
}
