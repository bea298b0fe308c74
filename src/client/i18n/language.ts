/** The language of the interface: which one, and changing it (spec 1.9). */
import { browserStore } from '#client/storage.ts'
import type { Lang } from '#locales/words.ts'

export const languages: readonly Lang[] = ['zh', 'en']

const key = 'lang'
let chosen: Lang | undefined

/** The same answer for as long as the page lives; what the address asks for is remembered. */
export function language(): Lang {
  return (chosen ??= settle())
}

/** BCP 47, for `Accept-Language`, `Intl` and the page's `lang`. */
export const localeTag = (lang: Lang = language()): 'zh-CN' | 'en-US' =>
  lang === 'zh' ? 'zh-CN' : 'en-US'

/** Remembers the choice and loads the page again where it is. */
export function setLanguage(lang: Lang): void {
  browserStore.set(key, lang)
  document.documentElement.lang = localeTag(lang)
  const url = new URL(location.href)
  url.searchParams.delete(key)
  history.replaceState(history.state, '', url)
  location.reload()
}

function settle(): Lang {
  const asked = askedFor(location)
  if (asked) browserStore.set(key, asked)
  const lang = asked ?? known(browserStore.get(key)) ?? 'zh'
  document.documentElement.lang = localeTag(lang)
  return lang
}

/** `?lang=en`, or a path that begins with `/en/` or `/zh/`. */
function askedFor({ search, pathname }: { search: string; pathname: string }): Lang | undefined {
  return known(new URLSearchParams(search).get(key)) ?? known(pathname.split('/')[1] ?? null)
}

function known(value: string | null): Lang | undefined {
  return languages.find((lang) => lang === value)
}
