/** Calendar of a form item for a day or a time; it can be typed as well. */
import { DatePicker } from 'antd'
import { dayjs } from '#console/engine/fields/calendar.ts'
import { dayFormats, timeFormats } from '#console/engine/fields/date-formats.ts'

type Props = {
  id?: string
  value: string
  onChange: (day: string) => void
  readOnly?: true
  /** Whether values include the time of day. */
  hasTime?: true
}

const startOfDay = dayjs().startOf('day')

/** Renders the calendar inside the modal dialog, if any, which covers everything outside of it. */
const popupContainer = (control: HTMLElement): HTMLElement =>
  control.closest('dialog') ?? document.querySelector('main') ?? document.body

export default function DayPicker({ value, onChange, readOnly, hasTime, ...control }: Props) {
  const day = dayjs(value)
  return (
    <DatePicker
      {...control}
      className="date-input"
      format={hasTime ? timeFormats : dayFormats}
      showTime={hasTime ? { format: 'HH:mm', defaultValue: startOfDay } : false}
      needConfirm={false}
      inputReadOnly={false}
      // Enter accepts the typed date and must not submit the form as well.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      getPopupContainer={popupContainer}
      disabled={readOnly === true}
      value={value && day.isValid() ? day : null}
      onChange={(chosen) =>
        onChange(chosen ? chosen.format(hasTime ? 'YYYY-MM-DD HH:mm:ss' : 'YYYY-MM-DD') : '')
      }
    />
  )
}
