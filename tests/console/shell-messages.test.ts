// @vitest-environment happy-dom
/** Messages of the console, and those that Refine shows; a missing one throws. */
import { beforeEach, expect, test, vi } from 'vitest'
import { buildPages } from '#console/engine/build-page.ts'
import type { Resource } from '#console/engine/resource.ts'
import type { Lang } from '#locales/messages.ts'

const pages = buildPages(
  import.meta.glob<{ default: Resource }>('/resources/*.ts', { eager: true }),
)

beforeEach(() => vi.resetModules())

async function loadI18n(lang: Lang) {
  const i18n = await import('#console/refine/i18n.ts')
  await i18n.loadMessages(lang)
  return i18n
}

test('Refine asks before a page with unsaved changes is left, in the language of the page', async () => {
  const { i18nProvider } = await loadI18n('en')
  expect(i18nProvider.translate('warnWhenUnsavedChanges', 'Default')).toBe(
    'You have unsaved changes. Leave anyway?',
  )
})

test.each([
  ['zh', '译桥', /\p{Script=Han}/u],
  ['en', 'Yiqiao', /^[^\p{Script=Han}]+$/u],
] as const)(
  'resource names and document titles come from the resource (%s)',
  async (lang, product, titlePattern) => {
    const { i18nProvider } = await loadI18n(lang)
    for (const { name } of pages) {
      const title = i18nProvider.translate(`${name}.${name}`, 'Default')
      expect(title).toMatch(titlePattern)
      expect(i18nProvider.translate(`${name}.titles.list`, 'Default')).toBe(title)
      expect(i18nProvider.translate(`documentTitle.${name}.list`, 'Default')).toBe(
        `${title} · ${product}`,
      )
    }
    expect(i18nProvider.translate('documentTitle.default', 'Refine')).toBe(product)
  },
)

test('a missing message throws an error with key and folder', async () => {
  const { messageOf } = await loadI18n('zh')
  expect(() => messageOf('shell.nothing')).toThrow(
    'No message in "zh" for shell.nothing: add one to locales/.',
  )
  expect(() => messageOf('shell')).toThrow('No message')
})

test('the first of several keys with a message is used, with plural and values', async () => {
  const { messageOf } = await loadI18n('en')
  expect(messageOf(['nothing.here', 'exit.help'], { count: 1 })).toBe(
    'Taking you to the home page in 1 second.',
  )
  expect(messageOf('exit.help', { count: 3 })).toBe('Taking you to the home page in 3 seconds.')
})

test('only the messages of the current language are loaded', async () => {
  const { hasMessage, i18nProvider } = await loadI18n('en')
  expect(i18nProvider.getLocale()).toBe('en')
  expect(hasMessage('shell.skip')).toBe(true)
  expect(hasMessage('shell')).toBe(false)
})
