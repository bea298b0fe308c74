/** Days.js as the calendars use it: in the language of the page, today by the business time zone. */
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import timezone from 'dayjs/plugin/timezone'
import utc from 'dayjs/plugin/utc'
import { language } from '#client/i18n/language.ts'
import { businessZone } from '#client/i18n/time.ts'

dayjs.locale(language() === 'zh' ? 'zh-cn' : 'en')
dayjs.extend(utc)
dayjs.extend(timezone)
// antd asks for the current time in the default zone.
dayjs.tz.setDefault(businessZone)

export { dayjs }
