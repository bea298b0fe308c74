/**
 * What antd needs around it: our theme, the language, a place for what pops up. It stands around
 * forms and calendars, so that lists load without it.
 */
import '@ant-design/v5-patch-for-react-19'
import { ConfigProvider } from 'antd'
import enUS from 'antd/es/locale/en_US'
import zhCN from 'antd/es/locale/zh_CN'
import { useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { language } from '#client/i18n/language.ts'
import { onThemeChange, theme } from '#client/theme.ts'
import { antdTheme } from '#console/ui/antd-theme.ts'

const locales = { zh: named(zhCN), en: named(enUS) }
/** Inside `main`, so that what pops up belongs to a landmark. */
const place = () => document.querySelector('main') ?? document.body

export function AntdFrame({ children }: { children: ReactNode }) {
  const shown = useSyncExternalStore(onThemeChange, theme)
  const made = useMemo(() => antdTheme(shown), [shown])
  return (
    <ConfigProvider
      theme={made}
      locale={locales[language()]}
      getPopupContainer={place}
      form={{ requiredMark: 'optional' }}
    >
      {children}
    </ConfigProvider>
  )
}

/**
 * The buttons of a calendar that show a month and a year are called what they show, as WCAG 2.5.3
 * wants it: antd's own names are left out.
 */
function named<L extends typeof enUS>(locale: L): L {
  const { Calendar: picker } = locale
  if (!picker) return locale
  const { monthSelect: _month, yearSelect: _year, ...lang } = picker.lang
  return { ...locale, Calendar: { ...picker, lang } }
}
