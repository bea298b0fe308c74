/** One kind of quota in the modal: amounts, and a preview of the result. */
import { useId } from 'react'
import { exactCount, shortCount } from '#client/i18n/format.ts'
import {
  maxAmount,
  type Move,
  type Unit,
  preview,
  type Change,
} from '#console/features/distribution/balance.ts'
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
      <PreviewTable move={move} names={names} unit={unit} />
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

/** Balances before and after, for the main account and each selected sub-account. */
function PreviewTable({ move, names, unit }: { move: Move; names: readonly string[]; unit: Unit }) {
  const { main, subs } = preview(move, unit)
  return (
    <div
      className="preview"
      role="region"
      aria-label={t('ledger.distribution.preview')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard scrolling
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{t('ledger.distribution.account')}</th>
            <th scope="col">{t('ledger.distribution.now')}</th>
            <th scope="col">{t('ledger.distribution.change')}</th>
            <th scope="col">{t('ledger.distribution.after')}</th>
          </tr>
        </thead>
        <tbody>
          <BalanceRow name={t('ledger.distribution.mainAccount')} change={main} />
          {subs.map((change, index) => (
            <BalanceRow key={names[index]} name={names[index] ?? ''} change={change} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function BalanceRow({ name, change: { before, after } }: { name: string; change: Change }) {
  const difference = after - before
  return (
    <tr data-tone={after < 0 ? 'danger' : undefined}>
      <th scope="row">{name}</th>
      <td>{exactCount(before)}</td>
      <td>
        {difference === 0
          ? '–'
          : `${difference > 0 ? '+' : '−'}${exactCount(Math.abs(difference))}`}
      </td>
      <td>{`${after < 0 ? '−' : ''}${exactCount(Math.abs(after))}`}</td>
    </tr>
  )
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
