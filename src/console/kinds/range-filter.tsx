/** A range of time as a button that says it; the calendar behind it is loaded when somebody reaches for it. */
import { lazy, Suspense, useState } from 'react'
import type { FilterProps } from '#console/kinds/kind.ts'
import { t } from '#console/providers/i18n.ts'
import { CalendarIcon } from '#console/screens/icons.tsx'

const load = () => import('#console/kinds/range-picker.tsx')
const RangePicker = lazy(load)

export function RangeFilter({ id, label, values: [begin = '', end = ''], onChange }: FilterProps) {
  const [open, setOpen] = useState(false)
  const said = begin || end ? `${begin || '…'} – ${end || '…'}` : t('pages.filter.anyTime')
  const button = (
    <button
      type="button"
      id={id}
      className="control range"
      aria-label={`${label}: ${said}`}
      aria-haspopup="dialog"
      aria-busy={open}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setOpen(true)}
    >
      {said}
      <CalendarIcon />
    </button>
  )
  if (!open) return button
  return (
    <Suspense fallback={button}>
      <RangePicker id={id} label={label} begin={begin} end={end} onChange={onChange} onClose={() => setOpen(false)} />
    </Suspense>
  )
}
