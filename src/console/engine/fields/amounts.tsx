/** Numeric field types: money in yuan, counts, and package quota in its own unit. */
import {
  exactCount,
  formatter,
  minutesPerMonth,
  packageQuota,
  yuan,
  parseYuan,
} from '#client/i18n/format.ts'
import { cellTextWidth, wholeTexts } from '#console/engine/fields/content-width.ts'
import {
  controlProps,
  isPresent,
  type FilterProps,
  type InputProps,
  type FieldTypeUi,
  type FieldTypeOf,
  plainText,
} from '#console/engine/fields/field-type.ts'
import type { Row } from '#console/engine/resource.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { useState } from 'react'
import './amounts.css'

export const cents: FieldTypeUi<FieldTypeOf<'cents'>> = {
  text: (value) => yuan(Number(value)),
  exportValue: (value) => ({ number: Number(value) / 100 }),
  exportUnit: 'yuan',
  numeric: true,
  // Six digits, as the dearest order has: 999 of the package of ¥399.
  width: () => wholeTexts([yuan(10_000_000)]),
  Filter: rangeFilter(parseYuan, (value) => yuan(value).replace('¥', ''), '¥'),
  Input: MoneyInput,
}

export const count: FieldTypeUi<FieldTypeOf<'count'>> = {
  text: (value) => exactCount(Number(value)),
  exportValue: (value) => ({ number: Number(value) }),
  numeric: true,
  width: () => ({
    usual: cellTextWidth([exactCount(100_000_000)]),
    least: cellTextWidth([exactCount(10_000_000)]),
  }),
  Filter: rangeFilter(parseCount, exactCount),
  Input: (props) =>
    props.fieldType.signed ? <ChangeInput {...props} /> : <NumberInput {...props} />,
}

/** The row's billing mode decides whether the value counts characters or minutes (spec 9.6). */
export const quota: FieldTypeUi<FieldTypeOf<'quota'>> = {
  text: (value, { fieldType, row }) => quotaText(Number(value), modeOf(fieldType, row)),
  exportValue: (value, { fieldType, row }) =>
    modeOf(fieldType, row) === 'time'
      ? { number: Math.floor((Number(value) * 100) / minutesPerMonth) / 100, unit: 'months' }
      : { number: Number(value), unit: 'characters' },
  exportUnit: 'unit',
  numeric: true,
  Cell: ({ value, fieldType, row }) => quotaText(Number(value), modeOf(fieldType, row), 'short'),
  width: () =>
    wholeTexts([
      quotaText(10_000_000, 'char', 'short'),
      quotaText(12 * minutesPerMonth, 'time', 'short'),
    ]),
  Input: QuotaInput,
  watches: ({ unit }) => unit,
}

const modeOf = ({ unit }: FieldTypeOf<'quota'>, row: Row): 'char' | 'time' =>
  row[unit] === 'time' ? 'time' : 'char'

/** Lists have the short form, so that neither the number nor its unit is cut. */
function quotaText(value: number, mode: 'char' | 'time', form: 'full' | 'short' = 'full'): string {
  const { unit, amount } = packageQuota(value, mode)
  if (unit === 'months')
    return messageOf('quota.months', { amount, count: Number(amount.replaceAll(',', '')) })
  return messageOf(form === 'full' ? 'quota.characters' : 'quota.charactersShort', { amount })
}

function parseCount(text: string): number | undefined {
  const plain = text.normalize('NFKC').trim()
  return /^(\d{1,15}|\d{1,3}(,\d{3}){1,4})$/.test(plain)
    ? Number(plain.replaceAll(',', ''))
    : undefined
}

/**
 * Filter by a minimum and a maximum, applied on blur and by Enter. Bounds in the wrong order are
 * swapped; invalid text is reset.
 */
function rangeFilter(
  parse: (text: string) => number | undefined,
  format: (value: number) => string,
  currencySign = '',
) {
  return function RangeFilter({
    id,
    label,
    values: [begin = '', end = ''],
    onChange,
  }: FilterProps) {
    const apply = (index: 0 | 1, input: HTMLInputElement) => {
      const applied = [begin, end]
      const value = parse(input.value)
      if (value === undefined && input.value.trim() !== '') {
        input.value = formatBound(applied[index]!)
        return
      }
      const next = applied.with(index, value === undefined ? '' : String(value))
      if (next.every(Boolean)) next.sort((a, b) => Number(a) - Number(b))
      if (next.join() !== applied.join()) onChange(next.some(Boolean) ? next : [])
    }
    const formatBound = (value: string) => (value === '' ? '' : format(Number(value)))
    const boundInput = (index: 0 | 1, value: string) => (
      <input
        key={`${index} ${value}`}
        id={index === 0 ? id : undefined}
        className="control"
        type="text"
        inputMode={currencySign ? 'decimal' : 'numeric'}
        autoComplete="off"
        aria-label={t(index === 0 ? 'crud.filter.from' : 'crud.filter.to', { field: label })}
        placeholder={t('crud.filter.anyAmount')}
        defaultValue={formatBound(value)}
        onBlur={({ target }) => apply(index, target)}
        onKeyDown={({ key, currentTarget, nativeEvent }) => {
          if (key === 'Enter' && !nativeEvent.isComposing) apply(index, currentTarget)
        }}
      />
    )
    return (
      <span className="amount-range">
        {currencySign && <span aria-hidden="true">{currencySign}</span>}
        {boundInput(0, begin)}
        <span aria-hidden="true">–</span>
        {boundInput(1, end)}
      </span>
    )
  }
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
      value={isPresent(value) ? String(value) : ''}
      onChange={({ target }) => onChange?.(target.value === '' ? undefined : target.valueAsNumber)}
    />
  )
}

/** The form's value is the text itself if it is no number, so that the schema rejects it. */
function ChangeInput(props: InputProps) {
  const { value, onChange } = props
  const [typed, setTyped] = useState<string>()
  const onType = (text: string) => {
    setTyped(text)
    onChange?.(text.trim() === '' ? undefined : (parseChange(text) ?? text))
  }
  return (
    <input
      {...controlProps(props)}
      className="control"
      type="text"
      autoComplete="off"
      placeholder="+0"
      value={typed ?? plainText(value)}
      onChange={({ target }) => onType(target.value)}
    />
  )
}

function parseChange(text: string): number | undefined {
  const plain = text.normalize('NFKC').trim().replace('\u2212', '-')
  const amount = parseCount(plain.replace(/^[+-]\s*/, ''))
  return amount && plain.startsWith('-') ? -amount : amount
}

/** A number of minutes also says how long that is. */
function QuotaInput(props: InputProps<FieldTypeOf<'quota'>>) {
  const { fieldType, formValues, value } = props
  return (
    <span className="quota-input">
      <NumberInput {...props} />
      {formValues()[fieldType.unit] === 'time' && typeof value === 'number' && value > 0 && (
        <output>{durationText(value)}</output>
      )}
    </span>
  )
}

const minutesPerHour = 60
const minutesPerDay = 24 * minutesPerHour

/** For example `30 days 2 hours`. */
function durationText(minutes: number): string {
  const parts = [
    ['days', Math.floor(minutes / minutesPerDay)],
    ['hours', Math.floor((minutes % minutesPerDay) / minutesPerHour)],
    ['minutes', minutes % minutesPerHour],
  ] as const
  return parts
    .filter(([, amount]) => amount > 0)
    .map(([unit, amount]) => formatter(unit).format(amount))
    .join(' ')
}

/**
 * Amount of money. The form's value is the amount in fen, or the text itself if it is no amount, so
 * that the schema rejects it.
 */
function MoneyInput(props: InputProps) {
  const { value, onChange } = props
  const [typed, setTyped] = useState<string>()
  const onType = (text: string) => {
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
        onChange={({ target }) => onType(target.value)}
        onBlur={() => setTyped(undefined)}
      />
    </span>
  )
}
