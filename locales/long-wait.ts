/** Formats long waiting times in minutes or hours. */
import type { Lang } from '#locales/words.ts'

/** For example `15 minutes`, rounded up. */
export function longWait(lang: Lang, seconds: number): string {
  const [unit, long] = seconds <= 7_200 ? (['minute', 60] as const) : (['hour', 3_600] as const)
  return new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.ceil(seconds / long),
  )
}
