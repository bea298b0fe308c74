/** Quantity of packages in an order (spec 5.9). */
import { useId } from 'react'
import { t } from '#console/refine/i18n.ts'
import { limits } from '#contract/limits.ts'

const { min, max } = limits.sales

/** Parses the quantity; undefined if it is out of range or not an integer. */
export function quantityIn(typed: string): number | undefined {
  const number = Number(typed)
  return typed.trim() !== '' && Number.isInteger(number) && number >= min && number <= max
    ? number
    : undefined
}

export function Quantity({ typed, onType }: { typed: string; onType: (typed: string) => void }) {
  const id = useId()
  const number = quantityIn(typed)
  const by = (step: number) => onType(String(Math.min(max, Math.max(min, (number ?? min) + step))))
  return (
    <section className="quantity">
      <h3>
        <label htmlFor={id}>{t('buying.choose.quantity')}</label>
      </h3>
      <div>
        <button
          type="button"
          className="button"
          aria-label={t('buying.choose.fewer')}
          disabled={number === min}
          onClick={() => by(-1)}
        >
          −
        </button>
        <input
          id={id}
          className="control"
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          step={1}
          value={typed}
          aria-invalid={number === undefined}
          aria-describedby={`${id}-fault`}
          onWheel={({ currentTarget }) => currentTarget.blur()}
          onChange={({ target }) => onType(target.value)}
        />
        <button
          type="button"
          className="button"
          aria-label={t('buying.choose.more')}
          disabled={number === max}
          onClick={() => by(1)}
        >
          +
        </button>
        <p id={`${id}-fault`} className="fault" role="status">
          {number === undefined && t('buying.choose.quantityFault', { min, max })}
        </p>
      </div>
    </section>
  )
}
