/** Numbers in the language of the text around them. */
import type { Lang } from '#locales/messages.ts'

const styles = {
  plain: {},
  compact: { notation: 'compact', maximumFractionDigits: 2, roundingMode: 'trunc' },
  percent: { style: 'percent', maximumFractionDigits: 1 },
  share: { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 },
  cents: { minimumFractionDigits: 2 },
  minutes: { style: 'unit', unit: 'minute', unitDisplay: 'long' },
  hours: { style: 'unit', unit: 'hour', unitDisplay: 'long' },
  days: { style: 'unit', unit: 'day', unitDisplay: 'long' },
} as const satisfies Record<string, Intl.NumberFormatOptions>

const formats = new Map<string, Intl.NumberFormat>()

/** Cached by style and language: constructing a formatter takes 100 times as long as using it. */
export function numberFormat(style: keyof typeof styles, lang: Lang): Intl.NumberFormat {
  const key = `${style} ${lang}`
  const known = formats.get(key) ?? new Intl.NumberFormat(lang, styles[style])
  formats.set(key, known)
  return known
}

/** For example `15 minutes`, rounded up. */
export const formatWait = (lang: Lang, seconds: number): string =>
  seconds <= 7_200
    ? numberFormat('minutes', lang).format(Math.ceil(seconds / 60))
    : numberFormat('hours', lang).format(Math.ceil(seconds / 3_600))
