/** antd theme derived from the design tokens in `client/tokens.css`. */
import { theme as antd, type ThemeConfig } from 'antd'
import type { Theme } from '#client/theme.ts'

/** Reads the design tokens for the theme `shown`; antd's defaults apply to missing ones. */
export function antdTheme(
  shown: Theme,
  style: Pick<CSSStyleDeclaration, 'getPropertyValue'> = getComputedStyle(document.documentElement),
): ThemeConfig {
  const read = (name: string) => style.getPropertyValue(name).trim() || undefined
  const size = (name: string) => Number.parseFloat(read(name) ?? '') || undefined
  const muted = read('--muted')
  const faint = read('--faint')
  return given({
    algorithm: shown === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm,
    cssVar: { key: 'console' },
    hashed: false,
    token: given({
      colorPrimary: read('--primary'),
      colorInfo: read('--primary'),
      colorLink: read('--primary'),
      colorLinkHover: read('--primary-hover'),
      colorPrimaryHover: read('--primary-hover'),
      colorTextLightSolid: read('--on-primary'),
      colorSuccess: read('--success'),
      colorWarning: read('--accent'),
      colorError: read('--danger'),
      colorErrorText: read('--danger'),
      colorText: read('--ink'),
      colorTextSecondary: read('--body'),
      colorTextTertiary: muted,
      colorTextQuaternary: faint,
      colorTextDescription: muted,
      colorTextPlaceholder: faint,
      colorTextDisabled: faint,
      colorIcon: muted,
      colorBgBase: read('--paper'),
      colorBgContainer: read('--raised'),
      colorBgElevated: read('--raised'),
      colorBorder: read('--control'),
      colorBorderSecondary: read('--line'),
      colorSplit: read('--line'),
      fontFamily: read('--font'),
      fontSize: size('--text-2'),
      borderRadius: size('--radius'),
      borderRadiusLG: size('--radius-card'),
      boxShadow: read('--shadow'),
      boxShadowSecondary: read('--shadow'),
      wireframe: false,
      // With reduced motion, the tokens suppress the end-of-animation events that antd would wait
      // for.
      motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    }),
  })
}

/** Removes undefined entries, which antd would take as values. */
function given<T extends object>(tokens: T): { [K in keyof T]: NonNullable<T[K]> } {
  return Object.fromEntries(
    Object.entries(tokens).filter(([, value]) => value !== undefined),
  ) as never
}
