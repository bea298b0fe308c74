/** Calendar of a form item for a day; the day can be typed as well. */
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { language } from '#client/i18n/language.ts'

dayjs.locale(language() === 'zh' ? 'zh-cn' : 'en')

type Props = {
  id?: string
  value: string
  onChange: (day: string) => void
  readOnly?: true
}

/** The first format is shown, the others can be typed. */
const formats = ['YYYY-MM-DD', 'YYYY-M-D', 'YYYY/M/D', 'YYYY.M.D', 'YYYYMMDD']

export default function DayPicker({ value, onChange, readOnly, ...control }: Props) {
  const day = dayjs(value)
  return (
    <DatePicker
      {...control}
      className="date-input"
      format={formats}
      inputReadOnly={false}
      disabled={readOnly === true}
      value={value && day.isValid() ? day : null}
      onChange={(chosen) => onChange(chosen ? chosen.format('YYYY-MM-DD') : '')}
    />
  )
}
