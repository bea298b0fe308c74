/** What antd needs around it: our theme, the language, a place for what pops up. Loaded with the first page that uses antd. */
import '@ant-design/v5-patch-for-react-19'
import { ConfigProvider } from 'antd'
import enUS from 'antd/es/locale/en_US'
import zhCN from 'antd/es/locale/zh_CN'
import { useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { language } from '#client/language.ts'
import { onThemeChange, theme } from '#client/theme.ts'
import { antdTheme } from '#console/theme.ts'

const locales = { zh: zhCN, en: enUS }
/** Inside `main`, so that what pops up belongs to a landmark. */
const place = () => document.querySelector('main') ?? document.body

export function AntdFrame({ children }: { children: ReactNode }) {
  const shown = useSyncExternalStore(onThemeChange, theme)
  const made = useMemo(() => antdTheme(shown), [shown])
  return (
    <ConfigProvider theme={made} locale={locales[language()]} getPopupContainer={place} form={{ requiredMark: 'optional' }}>
      {children}
    </ConfigProvider>
  )
}
