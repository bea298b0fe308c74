/** Languages as Office files name them. */

/** With a region, such as `de-DE`. A code that is no language is returned as it is. */
export function toRegionalCode(language: string): string {
  try {
    const { language: base, region } = new Intl.Locale(language).maximize()
    return region ? `${base}-${region}` : base
  } catch {
    return language
  }
}

/** Script by which Office chooses a run's font and language. */
export function scriptOf(language: string): 'eastAsian' | 'complex' | 'other' {
  if (/^(?:zh|ja|ko|yue)\b/i.test(language)) return 'eastAsian'
  return /^(?:ar|he|fa|ur|ps|sd|ug|yi|dv|th|hi)\b/i.test(language) ? 'complex' : 'other'
}
