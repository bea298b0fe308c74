/** Field types for dates and times, with the range filter. */
import { fromWire, relativeTime } from '#client/i18n/time.ts'
import { wholeTexts } from '#console/engine/fields/content-width.ts'
import {
  type FieldTypeUi,
  type FieldTypeOf,
  type FilterProps,
  controlProps,
  plainText,
  type InputProps,
} from '#console/engine/fields/field-type.ts'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { t } from '#console/refine/i18n.ts'
import { preloadOnIntent } from '#console/ui/preload-on-intent.ts'
import { CalendarIcon } from '#ui/icons.tsx'
import './range.css'

/** Times in wire format, with the relative time as a tooltip. */
export const time: FieldTypeUi<FieldTypeOf<'time'>> = {
  width: () => wholeTexts(['2026-12-28 20:56:48']),
  text: String,
  Cell: ({ value }) => (
    <time dateTime={fromWire(String(value)).toISOString()} title={relativeTime(String(value))}>
      <DayAndTime value={String(value)} />
    </time>
  ),
  Filter: RangeFilter,
  Input: (props) => <PickerInput {...props} hasTime />,
}

/** Days of the calendar, `YYYY-MM-DD`. */
export const date: FieldTypeUi<FieldTypeOf<'date'>> = {
  width: () => wholeTexts(['2026-12-28']),
  text: String,
  Cell: ({ value }) => <time dateTime={String(value)}>{String(value)}</time>,
  Filter: RangeFilter,
  Input: PickerInput,
}

/** Two spans, so that a narrow cell breaks between day and time. */
function DayAndTime({ value }: { value: string }) {
  const [day, clock] = value.split(' ')
  return (
    <>
      <span>{day}</span> {clock !== undefined && <span>{clock}</span>}
    </>
  )
}

const loadRangePicker = () => import('#console/engine/fields/range-picker.tsx')
const RangePicker = lazy(loadRangePicker)
const DatePicker = lazy(() => import('#console/engine/fields/date-picker.tsx'))

/** `hasTime`: values include the time of day. */
function PickerInput<T>(props: InputProps<T> & { hasTime?: true }) {
  const { value, onChange, hasTime, ...control } = props
  return (
    <Suspense fallback={<span className="control date-input" />}>
      <DatePicker
        {...controlProps(control)}
        {...(hasTime ? { hasTime } : {})}
        value={plainText(value)}
        onChange={(chosen) => onChange?.(chosen || undefined)}
      />
    </Suspense>
  )
}

/** Date range filter: a button, and a calendar that loads on hover or focus. */
function RangeFilter({
  id,
  label,
  fieldType,
  values: [begin = '', end = ''],
  onChange,
}: FilterProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // Returns the focus from the removed calendar unless it has moved elsewhere.
    if (wasOpen.current && document.activeElement === document.body) button.current?.focus()
    wasOpen.current = open
  }, [open])
  useEffect(() => {
    if (!open) return
    // The calendar handles Escape only after it has loaded and has the focus; until then, Escape
    // cancels opening it.
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(false)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [open])
  const rangeText =
    begin || end
      ? formatRange(begin, end)
      : t(fieldType.kind === 'date' ? 'crud.filter.anyDay' : 'crud.filter.anyTime')
  return (
    <span className="range-filter">
      <button
        ref={button}
        type="button"
        id={open ? undefined : id}
        className="control range"
        aria-label={`${label}: ${rangeText}`}
        aria-haspopup="dialog"
        aria-busy={open}
        {...preloadOnIntent(loadRangePicker)}
        onClick={() => setOpen(true)}
      >
        {rangeText}
        <CalendarIcon />
      </button>
      {open && (
        <Suspense fallback={null}>
          <RangePicker
            id={id}
            label={label}
            begin={begin}
            end={end}
            hasTime={fieldType.kind === 'time'}
            onChange={onChange}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </span>
  )
}

/** Whole days without the time of day: `2026-11-01 – 2026-11-28`. */
function formatRange(begin: string, end: string): string {
  const [firstDay, lastDay] = [begin.replace(/ 00:00:00$/, ''), end.replace(/ 23:59:59$/, '')]
  if (firstDay.includes(' ') || lastDay.includes(' ')) return `${begin || '…'} – ${end || '…'}`
  return firstDay === lastDay ? firstDay : `${firstDay || '…'} – ${lastDay || '…'}`
}
