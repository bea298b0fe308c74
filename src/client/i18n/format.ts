/** Localised formatting of numbers, money, quotas and lists of names. */
import { language, localeTag } from '#client/i18n/language.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { plainCharacters } from '#contract/limits.ts'
import type { Package } from '#contract/packages.ts'
import type { Lang } from '#locales/messages.ts'
import { minusSign, numberFormat } from '#locales/numbers.ts'

const tenThousand = 10_000
const tenThousandsInChinese = '\u4e07'
/** One month of a time-based package (spec 9.6). */
export const minutesPerMonth = 60 * 24 * businessLimits.monthly.days

/**
 * Formats integer fen as yuan, `¥1,234.50` in both languages (spec 9.6), without floating point.
 */
export function yuan(cents: number, lang: Lang = language()): string {
  const { sign, integer, rest } = divide(cents, 100)
  return `${sign}¥${formatGrouped(integer, lang)}.${String(rest).padStart(2, '0')}`
}

/**
 * `cents / units` as yuan with two decimals, or three below one yuan: `¥0.099`. Rounded half up,
 * but what costs something is at least `¥0.001`. Without floating point; both are integers.
 */
export function unitPrice(cents: number, units: number, lang: Lang = language()): string {
  const [price, unit] = [BigInt(cents), BigInt(Math.max(1, units))]
  const round = (perYuan: bigint) => Number((price * perYuan * 2n + unit * 100n) / (unit * 200n))
  if (price >= unit * 100n) return yuan(round(100n), lang)
  const thousandths = Math.max(round(1_000n), cents > 0 ? 1 : 0)
  return thousandths % 10 === 0
    ? yuan(thousandths / 10, lang)
    : `¥0.${String(thousandths).padStart(3, '0')}`
}

/**
 * Amount in fen from `12`, `12.5`, `12.50`, `¥1,234.50` or the same in full-width characters;
 * undefined for anything else, such as three decimals. Without floating point.
 */
export function parseYuan(text: string): number | undefined {
  const plain = text
    .normalize('NFKC')
    // The full stop of a Chinese keyboard.
    .replaceAll('\u3002', '.')
    .replace(/^\s*\u00a5/, '')
    .replace(/\u5143\s*$/, '')
    .trim()
  const [, integer, decimals = ''] =
    /^(\d{1,13}|\d{1,3}(?:,\d{3}){1,4})(?:\.(\d{1,2}))?$/.exec(plain) ?? []
  return integer === undefined
    ? undefined
    : Number(integer.replaceAll(',', '') + decimals.padEnd(2, '0'))
}

/** All digits: `12,345`. */
export function exactCount(count: number, lang: Lang = language()): string {
  const { sign, integer } = divide(count, 1)
  return sign + formatGrouped(integer, lang)
}

/** All digits of a change, with its sign: `+12,345`. */
export const signedCount = (change: number): string => formatter('signed').format(change)

/** Number of matching rows; “10,000+” where counting stopped. */
export const totalCount = (total: number, isCapped: boolean): string =>
  exactCount(total) + (isCapped ? '+' : '')

/**
 * Compact form. Chinese counts in ten thousands and truncates, so that a balance never looks larger
 * than it is. English shows all digits.
 */
export function shortCount(count: number, lang: Lang = language()): string {
  if (lang === 'en' || Math.abs(count) < tenThousand) return exactCount(count, lang)
  return formatter('compact', lang).format(count)
}

/**
 * Amount of a package, and the unit for the message `quota.<unit>` (spec 9.6). Chinese counts in
 * ten thousands, English shows all digits.
 */
export function packageQuota(
  num: number,
  mode: Package['translationBillingMode'],
  lang: Lang = language(),
): { unit: 'characters' | 'months'; amount: string } {
  if (mode === 'time')
    return { unit: 'months', amount: formatFraction(num, minutesPerMonth, 2, lang) }
  const isPlain = lang === 'en' || num <= plainCharacters
  return {
    unit: 'characters',
    amount: isPlain
      ? exactCount(num, lang)
      : `${formatFraction(num, tenThousand, 4, lang)}${tenThousandsInChinese}`,
  }
}

/** Name in the given language. English falls back to Chinese. */
export function localName(
  name: { name: string; enName?: string | null | undefined },
  lang: Lang = language(),
): string {
  return lang === 'en' && name.enName ? name.enName : name.name
}

/** `count / unit` truncated to at most `digits` decimals, without trailing zeros. */
function formatFraction(count: number, unit: number, digits: number, lang: Lang): string {
  const { sign, integer, rest } = divide(count, unit)
  const decimals = String(Number((BigInt(rest) * 10n ** BigInt(digits)) / BigInt(unit)))
    .padStart(digits, '0')
    .replace(/0+$/, '')
  return sign + formatGrouped(integer, lang) + (decimals && `.${decimals}`)
}

function divide(count: number, unit: number): { sign: string; integer: number; rest: number } {
  const size = Math.abs(count)
  return { sign: count < 0 ? minusSign : '', integer: Math.trunc(size / unit), rest: size % unit }
}

function formatGrouped(integer: number, lang: Lang): string {
  return formatter('plain', lang).format(integer)
}

/** Formatter in the interface language. */
export const formatter = (
  style: Parameters<typeof numberFormat>[0],
  lang: Lang = language(),
): ReturnType<typeof numberFormat> => numberFormat(style, lang)

/** The first names, at most `most`, and that there are more. */
export const shortList = (names: readonly string[], most = 3): string =>
  new Intl.ListFormat(localeTag(), { type: 'unit' }).format(
    names.length > most ? [...names.slice(0, most), '…'] : names,
  )
