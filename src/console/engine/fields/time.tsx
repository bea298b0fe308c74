/** Times in wire format, with the relative time as a tooltip. */
import { fromWire, relativeTime } from '#client/i18n/time.ts'
import type { KindModule, MeaningOf } from '#console/engine/fields/field-type.ts'
import { RangeFilter } from '#console/engine/fields/range-filter.tsx'

export const time: KindModule<MeaningOf<'time'>> = {
  text: String,
  Cell: ({ value }) => (
    <time dateTime={fromWire(String(value)).toISOString()} title={relativeTime(String(value))}>
      {/* Lets a narrow cell break between date and time. */}
      {parts(String(value))}
    </time>
  ),
  Filter: RangeFilter,
}

const parts = (value: string) => {
  const [day, hour] = value.split(' ')
  return (
    <>
      <span>{day}</span> {hour !== undefined && <span>{hour}</span>}
    </>
  )
}
