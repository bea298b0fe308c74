/** antd's ConfigProvider: theme and locale. Wraps only forms and calendars to keep lists light. */
import '@ant-design/v5-patch-for-react-19'
import { ConfigProvider } from 'antd'
import enUS from 'antd/es/locale/en_US'
import zhCN from 'antd/es/locale/zh_CN'
import { useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { language } from '#client/i18n/language.ts'
import { onThemeChange, theme } from '#client/theme.ts'
import { antdTheme } from '#console/ui/antd-theme.ts'

const locales = { zh: named(zhCN), en: named(enUS) }
/** Inside `main`, so that popups belong to a landmark. */
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
 * Removes antd's names for the month and year buttons, so that the accessible name is the visible
 * text (WCAG 2.5.3).
 */
function named<L extends typeof enUS>(locale: L): L {
  const { Calendar: picker } = locale
  if (!picker) return locale
  const { monthSelect: _month, yearSelect: _year, ...lang } = picker.lang
  return { ...locale, Calendar: { ...picker, lang } }
}
