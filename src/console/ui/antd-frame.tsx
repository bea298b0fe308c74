/** antd's theme from the design tokens, and its locale. */
import '@ant-design/v5-patch-for-react-19'
import { ConfigProvider, theme as antd, type ThemeConfig } from 'antd'
import enUS from 'antd/es/locale/en_US'
import zhCN from 'antd/es/locale/zh_CN'
import { useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { language } from '#client/i18n/language.ts'
import { appliedTheme, onThemeChange, type Theme } from '#ui/theme.ts'

const locales = { zh: withVisibleNames(zhCN), en: withVisibleNames(enUS) }
/** Inside `main`, so that popups belong to a landmark. */
const popupContainer = () => document.querySelector('main') ?? document.body

/** Sets antd's theme and locale. Wraps only forms and calendars, since lists don't load antd. */
export function AntdFrame({ children }: { children: ReactNode }) {
  const activeTheme = useSyncExternalStore(onThemeChange, appliedTheme)
  const antdConfig = useMemo(() => antdTheme(activeTheme), [activeTheme])
  return (
    <ConfigProvider
      theme={antdConfig}
      locale={locales[language()]}
      getPopupContainer={popupContainer}
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
function withVisibleNames<L extends typeof enUS>(locale: L): L {
  const { Calendar: calendar } = locale
  if (!calendar) return locale
  const { monthSelect: _month, yearSelect: _year, ...lang } = calendar.lang
  return { ...locale, Calendar: { ...calendar, lang } }
}

/** Converts the design tokens of the active theme; antd's defaults apply to missing ones. */
function antdTheme(
  activeTheme: Theme,
  style: Pick<CSSStyleDeclaration, 'getPropertyValue'> = getComputedStyle(document.documentElement),
): ThemeConfig {
  const readToken = (name: string) => style.getPropertyValue(name).trim() || undefined
  const readSize = (name: string) => Number.parseFloat(readToken(name) ?? '') || undefined
  const muted = readToken('--muted')
  const faint = readToken('--faint')
  return withoutUndefined({
    algorithm: activeTheme === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm,
    cssVar: { key: 'console' },
    hashed: false,
    token: withoutUndefined({
      colorPrimary: readToken('--primary'),
      colorInfo: readToken('--primary'),
      colorLink: readToken('--primary'),
      colorLinkHover: readToken('--primary-hover'),
      colorPrimaryHover: readToken('--primary-hover'),
      colorTextLightSolid: readToken('--on-primary'),
      colorSuccess: readToken('--success'),
      colorWarning: readToken('--accent'),
      colorError: readToken('--danger'),
      colorErrorText: readToken('--danger'),
      colorText: readToken('--ink'),
      colorTextSecondary: readToken('--body'),
      colorTextTertiary: muted,
      colorTextQuaternary: faint,
      colorTextDescription: muted,
      colorTextPlaceholder: faint,
      colorTextDisabled: faint,
      colorIcon: muted,
      colorBgBase: readToken('--paper'),
      colorBgContainer: readToken('--raised'),
      colorBgElevated: readToken('--raised'),
      colorBorder: readToken('--control'),
      colorBorderSecondary: readToken('--line'),
      colorSplit: readToken('--line'),
      fontFamily: readToken('--font'),
      fontSize: readSize('--text-2'),
      borderRadius: readSize('--radius'),
      borderRadiusLG: readSize('--radius-card'),
      boxShadow: readToken('--shadow'),
      boxShadowSecondary: readToken('--shadow'),
      wireframe: false,
      // With reduced motion, the tokens suppress the end-of-animation events that antd would wait
      // for.
      motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    }),
  })
}

/** Removes undefined entries, which antd would use as values. */
function withoutUndefined<T extends object>(tokens: T): { [K in keyof T]: NonNullable<T[K]> } {
  return Object.fromEntries(
    Object.entries(tokens).filter(([, value]) => value !== undefined),
  ) as never
}
