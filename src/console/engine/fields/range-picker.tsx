/** Calendar of a range filter with presets. Values are times or days in wire format. */
import { DatePicker, type GetRef } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useEffect, useRef, useState } from 'react'
import { language } from '#client/i18n/language.ts'
import { recentRange } from '#client/i18n/time.ts'
import { dayFormats, timeFormats } from '#console/engine/fields/date-formats.ts'
import { t } from '#console/refine/i18n.ts'
import { AntdFrame } from '#console/ui/antd-frame.tsx'

dayjs.locale(language() === 'zh' ? 'zh-cn' : 'en')

/** Days before today that a preset includes; 0 is today only. */
const presetDays = [0, 6, 29, 89]

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
        presets={presetDays.map((daysBefore) => ({
          label:
            daysBefore === 0
              ? t('crud.filter.today')
              : t('crud.filter.lastDays', { count: daysBefore + 1 }),
          value: recentRange(daysBefore).map((wire) => dayjs(wire)) as [dayjs.Dayjs, dayjs.Dayjs],
        }))}
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
