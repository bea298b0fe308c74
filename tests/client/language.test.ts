// @vitest-environment happy-dom
/** Which language the interface speaks, and how it changes. */
import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  localStorage.clear()
  vi.resetModules()
  document.documentElement.lang = ''
})

const at = async (address: string) => {
  history.replaceState(null, '', address)
  return import('#client/i18n/language.ts')
}

test.each([
  ['a first visit', '/home', null, 'zh'],
  ['what was chosen before', '/home', 'en', 'en'],
  ['an unknown language in the storage', '/home', 'de', 'zh'],
  ['the address', '/home?lang=en', 'zh', 'en'],
  ['an address in a language that is not there', '/home?lang=de', null, 'zh'],
  ['the address’s first step', '/en/home', null, 'en'],
])('%s decides', async (_, address, stored, lang) => {
  if (stored) localStorage.setItem('lang', stored)
  const { language, localeTag } = await at(address)
  expect(language()).toBe(lang)
  expect(localeTag()).toBe(lang === 'zh' ? 'zh-CN' : 'en-US')
  expect(document.documentElement.lang).toBe(localeTag())
})

test('what the address asked for is remembered', async () => {
  const { language } = await at('/home?lang=en')
  language()
  expect(localStorage.getItem('lang')).toBe('en')
})

test('the language of a page never changes while it lives', async () => {
  const { language } = await at('/home')
  expect(language()).toBe('zh')
  localStorage.setItem('lang', 'en')
  expect(language()).toBe('zh')
})

test('choosing a language stores it and loads the page again at the same place', async () => {
  const { setLanguage } = await at('/UserCenterChild?pageNum=2&lang=zh#x')
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  setLanguage('en')
  expect(localStorage.getItem('lang')).toBe('en')
  expect(location.pathname + location.search + location.hash).toBe('/UserCenterChild?pageNum=2#x')
  expect(document.documentElement.lang).toBe('en-US')
  expect(reload).toHaveBeenCalledOnce()
})
