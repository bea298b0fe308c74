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
  const id = useId()
  const { direction, subs, each } = move
  const limit = maxAmount(move, unit)
  const exceedsLimit = each[unit] > limit
  const { charStep, unitStep, presetAmounts: presets } = businessLimits.distribution
  return (
    <>
      <div className="quota-input">
        <label htmlFor={id}>
          {t(
            `ledger.distribution.amount.${direction === 'distribute' && subs.length > 1 ? 'distributeMany' : direction}.${unit}`,
          )}
        </label>
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
          value={each[unit] === 0 ? '' : each[unit]}
          placeholder="0"
          disabled={disabled}
          aria-invalid={exceedsLimit}
          aria-describedby={`${id}-limit ${id}-error`}
          onWheel={({ currentTarget }) => currentTarget.blur()}
          onChange={({ target }) => onChange(parseAmount(target.value))}
        />
        {unit === 'chars' && (
          <div className="presets" role="group" aria-label={t('ledger.distribution.quickAmounts')}>
            {presets.map((amount) => (
              <button
                key={amount}
                type="button"
                className="button"
                aria-pressed={each.chars === amount}
                title={exactCount(amount)}
                disabled={disabled || amount > limit}
                onClick={() => onChange(amount)}
              >
                {shortCount(amount)}
              </button>
            ))}
          </div>
        )}
        <span id={`${id}-limit`} className="limit">
          {t('ledger.distribution.atMost', { amount: exactCount(limit) })}
        </span>
      </div>
      <p id={`${id}-error`} className="error" role="status">
        {exceedsLimit && shortageText(move, names, unit)}
      </p>
      <PreviewTable move={move} names={names} unit={unit} />
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

function BalanceRow({ name, change: { before, after } }: { name: string; change: Change }) {
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
