// @vitest-environment happy-dom
/** Messages for Refine: every key in its source exists in both languages; a missing one throws. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { beforeEach, expect, test, vi } from 'vitest'
import { buildPages } from '#console/engine/build-page.ts'
import type { Resource } from '#console/engine/resource.ts'
import type { Lang } from '#locales/messages.ts'

const pages = buildPages(
  import.meta.glob<{ default: Resource }>('/resources/*.ts', { eager: true }),
)
const source = ['@refinedev/core', '@refinedev/react-router']
  .map((name) => readFileSync(bundleOf(name), 'utf8'))
  .join('\n')

/** Groups of keys in use. The product has its own sign-in and error pages. */
const groups = ['actions', 'autoSave', 'buttons', 'documentTitle', 'notifications']
const keysOfRefine = [
  ...new Set(
    [
      ...source.matchAll(
        new RegExp(`["'\`]((?:${groups.join('|')})\\.\\w+|warnWhenUnsavedChanges)["'\`]`, 'g'),
      ),
    ].map(([, key]) => key!),
  ),
]
/** Keys composed of a prefix and an action. */
const composed = ['create', 'edit', 'list', 'show', 'clone']
  .flatMap((action) => [`actions.${action}`, `buttons.${action}`])
  .concat('buttons.import', 'buttons.export')

beforeEach(() => vi.resetModules())

async function loadI18n(lang: Lang) {
  const i18n = await import('#console/refine/i18n.ts')
  await i18n.loadMessages(lang)
  return i18n
}

test('the keys are found in the source of Refine', () => {
  expect(keysOfRefine.length).toBeGreaterThan(20)
})

test.each(['zh', 'en'] as const)('every message key of Refine has a message (%s)', async (lang) => {
  const { i18nProvider } = await loadI18n(lang)
  const values = { resource: 'x', statusCode: 500, seconds: 5, processed: 1, total: 2 }
  for (const key of [...keysOfRefine, ...composed]) {
    const translated = i18nProvider.translate(key, values, 'an English default')
    expect(translated, key).not.toMatch(/\{\{|an English default/)
    expect(translated, key).not.toBe(key)
  }
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
  const { messageOf, i18nProvider } = await loadI18n('zh')
  expect(() => messageOf('shell.nothing')).toThrow(
    'No message in "zh" for shell.nothing: add one to locales/.',
  )
  expect(() => messageOf('shell')).toThrow('No message')
  expect(() => i18nProvider.translate('buttons.fly', 'Fly')).toThrow('refine.buttons.fly')
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

function bundleOf(name: string): string {
  return createRequire(import.meta.url)
    .resolve(name)
    .replace(/index\.\w+$/, 'index.mjs')
}
