/** Numeric field types: money in yuan, counts, and package quota in its own unit. */
import { exactCount, minutesPerMonth, packageQuota, yuan, parseYuan } from '#client/i18n/format.ts'
import {
  controlProps,
  isSome,
  type InputProps,
  type KindModule,
  type MeaningOf,
  plainText,
} from '#console/engine/fields/field-type.ts'
import { messageOf } from '#console/refine/i18n.ts'
import { useState } from 'react'
import './amounts.css'

export const cents: KindModule<MeaningOf<'cents'>> = {
  text: (value) => yuan(Number(value)),
  figure: (value) => ({ number: Number(value) / 100 }),
  countedIn: 'yuan',
  numeric: true,
  Input: MoneyInput,
}

export const count: KindModule<MeaningOf<'count'>> = {
  text: (value) => exactCount(Number(value)),
  figure: (value) => ({ number: Number(value) }),
  numeric: true,
  Input: NumberInput,
}

/** The row's billing mode decides whether the value counts characters or minutes (spec 9.6). */
export const quota: KindModule<MeaningOf<'quota'>> = {
  text: (value, { means, row }) => {
    const { unit, amount } = packageQuota(
      Number(value),
      row[means.unit] === 'time' ? 'time' : 'char',
    )
    return messageOf(
      `quota.${unit}`,
      unit === 'months' ? { amount, count: Number(amount.replaceAll(',', '')) } : { amount },
    )
  },
  figure: (value, { means, row }) =>
    row[means.unit] === 'time'
      ? { number: Math.floor((Number(value) * 100) / minutesPerMonth) / 100, unit: 'months' }
      : { number: Number(value), unit: 'characters' },
  countedIn: 'unit',
  numeric: true,
}

function NumberInput(props: InputProps) {
  const { value, onChange } = props
  return (
    <input
      {...controlProps(props)}
      className="control"
      type="number"
      inputMode="numeric"
      step={1}
      value={isSome(value) ? String(value) : ''}
      onChange={({ target }) => onChange?.(target.value === '' ? undefined : target.valueAsNumber)}
    />
  )
}

/**
 * Amount of money. The form's value is the amount in fen, or the text where it is none, which the
 * schema refuses.
 */
function MoneyInput(props: InputProps) {
  const { value, onChange } = props
  const [typed, setTyped] = useState<string>()
  const type = (text: string) => {
    setTyped(text)
    onChange?.(text.trim() === '' ? undefined : (parseYuan(text) ?? text))
  }
  return (
    <span className="money-input">
      <span aria-hidden="true">¥</span>
      <input
        {...controlProps(props)}
        className="control"
        type="text"
        inputMode="decimal"
        autoComplete="off"
        value={
          typed ?? (typeof value === 'number' ? yuan(value).replace('¥', '') : plainText(value))
        }
        onChange={({ target }) => type(target.value)}
        onBlur={() => setTyped(undefined)}
      />
    </span>
  )
}
