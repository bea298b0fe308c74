/** Which browser on which system a session belongs to, coarsely: so that its user knows it again, and no finger could be printed from it. */

export type Client = { browser: string | null; system: string | null }

/** The first that fits: many call themselves what they only resemble. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger\//, 'WeChat'],
  [/MQQBrowser\/|QQBrowser\//, 'QQ Browser'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPT\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Electron\//, 'Electron'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Version\/[\d.]+.* Safari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPod/, 'iOS'],
  [/iPad/, 'iPadOS'],
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]

/** Longer ones are no browser's. */
const longest = 1_000

export function clientOf(userAgent: string | undefined): Client {
  const told = userAgent?.slice(0, longest) ?? ''
  return { browser: nameIn(browsers, told), system: nameIn(systems, told) }
}

const nameIn = (known: typeof browsers, told: string): string | null => known.find(([sign]) => sign.test(told))?.[1] ?? null
