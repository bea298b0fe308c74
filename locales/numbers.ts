/** Numbers in the language of the text around them. */
import type { Lang } from '#locales/messages.ts'

const styles = {
  plain: {},
  compact: { notation: 'compact', maximumFractionDigits: 2, roundingMode: 'trunc' },
  percent: { style: 'percent', maximumFractionDigits: 1 },
  /** Always with one decimal, so that shares in a column align. */
  share: { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 },
  /** Whole percents with a sign. */
  change: { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' },
  signed: { signDisplay: 'exceptZero' },
  cents: { minimumFractionDigits: 2 },
  minutes: { style: 'unit', unit: 'minute', unitDisplay: 'long' },
  hours: { style: 'unit', unit: 'hour', unitDisplay: 'long' },
  days: { style: 'unit', unit: 'day', unitDisplay: 'long' },
} as const satisfies Record<string, Intl.NumberFormatOptions>

/** In seconds. */
const minute = 60
const hour = 60 * minute
const minutesPerDay = 24 * 60

/** Of negative numbers that people read; programs and spreadsheets only calculate with a hyphen. */
export const minusSign = '\u2212'

const formats = new Map<string, Pick<Intl.NumberFormat, 'format'>>()

/** Cached by style and language: constructing a formatter takes 100 times as long as using it. */
export function numberFormat(
  style: keyof typeof styles,
  lang: Lang,
): Pick<Intl.NumberFormat, 'format'> {
  const key = `${style} ${lang}`
  const found = formats.get(key)
  if (found) return found
  const intl = new Intl.NumberFormat(lang, styles[style])
  const format = { format: (value: number) => intl.format(value).replace('-', minusSign) }
  formats.set(key, format)
  return format
}

/** For example `15 minutes`, rounded up; in hours above two. */
export const formatWait = (lang: Lang, seconds: number): string =>
  seconds <= 2 * hour
    ? numberFormat('minutes', lang).format(Math.ceil(seconds / minute))
    : numberFormat('hours', lang).format(Math.ceil(seconds / hour))

/** Minutes as days, hours and minutes without a remainder, for example `31 days 4 hours`. */
export function formatDuration(lang: Lang, minutes: number): string {
  const size = Math.abs(minutes)
  const parts = [
    ['days', Math.trunc(size / minutesPerDay)],
    ['hours', Math.trunc((size % minutesPerDay) / 60)],
    ['minutes', size % 60],
  ] as const
  const shown = parts.filter(([, count]) => count > 0)
  const text = (shown.length > 0 ? shown : parts.slice(2))
    .map(([style, count]) => numberFormat(style, lang).format(count))
    .join(lang === 'zh' ? '' : ' ')
  return minutes < 0 ? minusSign + text : text
}
