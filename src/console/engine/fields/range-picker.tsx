/** Calendar of a range filter with presets. Values are times or days in wire format. */
import { DatePicker, type GetRef } from 'antd'
import type { Dayjs } from 'dayjs'
import { useEffect, useRef, useState } from 'react'
import { recentRange } from '#client/i18n/time.ts'
import { dayjs } from '#console/engine/fields/calendar.ts'
import { dayFormats, timeFormats } from '#console/engine/fields/date-formats.ts'
import { t } from '#console/refine/i18n.ts'
import { AntdFrame } from '#console/ui/antd-frame.tsx'

type Preset = { label: string; value: [Dayjs, Dayjs] }

/** Ranges of whole days and months in the business time zone. */
function presets(): Preset[] {
  const [startOfToday, endOfToday] = recentRange(0).map((wire) => dayjs(wire)) as Preset['value']
  const lastMonth = startOfToday.subtract(1, 'month')
  const days = (count: number): Preset => ({
    label: t('crud.filter.lastDays', { count }),
    value: [startOfToday.subtract(count - 1, 'day'), endOfToday],
  })
  return [
    { label: t('crud.filter.today'), value: [startOfToday, endOfToday] },
    {
      label: t('crud.filter.yesterday'),
      value: [startOfToday.subtract(1, 'day'), endOfToday.subtract(1, 'day')],
    },
    days(7),
    days(30),
    days(90),
    { label: t('crud.filter.thisMonth'), value: [startOfToday.startOf('month'), endOfToday] },
    {
      label: t('crud.filter.lastMonth'),
      value: [lastMonth.startOf('month'), lastMonth.endOf('month')],
    },
  ]
}

type Props = {
  id: string
  label: string
  begin: string
  end: string
  /** Whether the bounds include the time of day. */
  hasTime: boolean
  onChange: (values: string[]) => void
  onClose: () => void
}

export default function RangePicker({ id, label, begin, end, hasTime, onChange, onClose }: Props) {
  // Opens one frame after mounting: with reduced motion, it is misplaced if it opens at once. Gets
  // the focus only when open: a closed picker reports onClose when it loses the focus.
  const [open, setOpen] = useState(false)
  const picker = useRef<GetRef<typeof DatePicker.RangePicker>>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setOpen(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  useEffect(() => {
    if (open) picker.current?.focus()
  }, [open])
  return (
    <AntdFrame>
      <DatePicker.RangePicker
        id={{ start: id, end: `${id}-end` }}
        className="range-open"
        ref={picker}
        open={open}
        // A popover would cover the calendar, and close at a click in it.
        getPopupContainer={(control) =>
          control.closest<HTMLElement>('[popover]') ??
          document.querySelector('main') ??
          document.body
        }
        needConfirm
        allowEmpty={[true, true]}
        {...(hasTime
          ? {
              showTime: {
                defaultValue: [dayjs('2000-01-01 00:00:00'), dayjs('2000-01-01 23:59:59')],
              },
            }
          : {})}
        format={hasTime ? timeFormats : dayFormats}
        aria-label={label}
        defaultValue={[parseWire(begin), parseWire(end)]}
        presets={presets()}
        onChange={(_, [from, to]) => {
          onChange(from || to ? [from, to] : [])
          onClose()
        }}
        onOpenChange={(isOpening) => open && !isOpening && onClose()}
      />
    </AntdFrame>
  )
}

const parseWire = (wire: string) => (wire ? dayjs(wire) : null)
