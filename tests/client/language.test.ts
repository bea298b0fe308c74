// @vitest-environment happy-dom
/** The language of the interface: how it is chosen and changed. */
import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  localStorage.clear()
  vi.resetModules()
  document.documentElement.lang = ''
})

const openAt = async (url: string) => {
  history.replaceState(null, '', url)
  return import('#client/i18n/language.ts')
}

test.each([
  ['the default on a first visit', '/home', null, 'zh'],
  ['the stored language', '/home', 'en', 'en'],
  ['the default if the stored language is unknown', '/home', 'de', 'zh'],
  ['the query string', '/home?lang=en', 'zh', 'en'],
  ['the default if the query string is unknown', '/home?lang=de', null, 'zh'],
  ['the first path segment', '/en/home', null, 'en'],
])('the language is decided by %s', async (_, url, stored, lang) => {
  if (stored) localStorage.setItem('lang', stored)
  const { language, localeTag } = await openAt(url)
  expect(language()).toBe(lang)
  expect(localeTag()).toBe(lang === 'zh' ? 'zh-CN' : 'en-US')
  expect(document.documentElement.lang).toBe(localeTag())
})

test('the language in the URL is remembered', async () => {
  const { language } = await openAt('/home?lang=en')
  language()
  expect(localStorage.getItem('lang')).toBe('en')
})

test('the language is constant for the lifetime of a page', async () => {
  const { language } = await openAt('/home')
  expect(language()).toBe('zh')
  localStorage.setItem('lang', 'en')
  expect(language()).toBe('zh')
})

test('setLanguage stores the language and reloads the same URL', async () => {
  const { setLanguage } = await openAt('/UserCenterChild?pageNum=2&lang=zh#x')
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  setLanguage('en')
  expect(localStorage.getItem('lang')).toBe('en')
  expect(location.pathname + location.search + location.hash).toBe('/UserCenterChild?pageNum=2#x')
  expect(document.documentElement.lang).toBe('en-US')
  expect(reload).toHaveBeenCalledOnce()
})
