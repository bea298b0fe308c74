/** Waiting times in minutes or hours, as text. */
import type { Lang } from '#locales/messages.ts'

/** For example `15 minutes`, rounded up. */
export function formatWait(lang: Lang, seconds: number): string {
  const [unit, long] = seconds <= 7_200 ? (['minute', 60] as const) : (['hour', 3_600] as const)
  return new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.ceil(seconds / long),
  )
}
