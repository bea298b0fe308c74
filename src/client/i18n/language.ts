/** Detects, stores and changes the interface language (spec 1.9). */
import { browserStore } from '#client/storage.ts'
import type { Lang } from '#locales/messages.ts'

export const languages: readonly Lang[] = ['zh', 'en']

/** Key in local storage, and query parameter. */
const languageKey = 'lang'
let currentLanguage: Lang | undefined

/** Constant for the lifetime of the page. A language in the URL is stored. */
export function language(): Lang {
  return (currentLanguage ??= detectLanguage())
}

/** BCP 47 tag for `Accept-Language`, `Intl` and the `lang` attribute. */
export const localeTag = (lang: Lang = language()): 'zh-CN' | 'en-US' =>
  lang === 'zh' ? 'zh-CN' : 'en-US'

/** Stores the choice and reloads the page. */
export function setLanguage(lang: Lang): void {
  browserStore.set(languageKey, lang)
  document.documentElement.lang = localeTag(lang)
  const url = new URL(location.href)
  url.searchParams.delete(languageKey)
  history.replaceState(history.state, '', url)
  location.reload()
}

function detectLanguage(): Lang {
  const requested = parseRequestedLanguage(location)
  if (requested) browserStore.set(languageKey, requested)
  const lang = requested ?? parseLang(browserStore.get(languageKey)) ?? 'zh'
  document.documentElement.lang = localeTag(lang)
  return lang
}

/** Reads `?lang=en` or a path prefix `/en/` or `/zh/`. */
function parseRequestedLanguage({
  search,
  pathname,
}: {
  search: string
  pathname: string
}): Lang | undefined {
  return (
    parseLang(new URLSearchParams(search).get(languageKey)) ??
    parseLang(pathname.split('/')[1] ?? null)
  )
}

function parseLang(value: string | null): Lang | undefined {
  return languages.find((lang) => lang === value)
}
