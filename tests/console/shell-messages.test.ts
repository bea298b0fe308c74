// @vitest-environment happy-dom
/**
 * The console's words as Refine asks for them: every key of its own source has words in both
 * languages, and a missing one is loud.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { beforeEach, expect, test, vi } from 'vitest'
import { buildPages } from '#console/engine/build-page.ts'
import type { Resource } from '#console/engine/resource.ts'
import type { Lang } from '#locales/messages.ts'

const pages = buildPages(
  import.meta.glob<{ default: Resource }>('/resources/*.ts', { eager: true }),
)
const source = ['@refinedev/core', '@refinedev/antd', '@refinedev/react-router']
  .map((name) => readFileSync(bundleOf(name), 'utf8'))
  .join('\n')

/**
 * Of its pages for signing in and for errors, which this product has its own of, nothing is ever
 * drawn.
 */
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
/** Those that are put together from an action or a button. */
const composed = ['create', 'edit', 'list', 'show', 'clone']
  .flatMap((action) => [`actions.${action}`, `buttons.${action}`])
  .concat('buttons.import', 'buttons.export')

beforeEach(() => vi.resetModules())

async function speaking(lang: Lang) {
  const i18n = await import('#console/refine/i18n.ts')
  await i18n.loadMessages(lang)
  return i18n
}

test('the source still asks by the keys that are looked for here', () => {
  expect(keysOfRefine.length).toBeGreaterThan(20)
})

test.each(['zh', 'en'] as const)('everything that Refine says has words (%s)', async (lang) => {
  const { i18nProvider } = await speaking(lang)
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
  'names of resources and titles of windows come from the resource (%s)',
  async (lang, product, own) => {
    const { i18nProvider } = await speaking(lang)
    for (const { name } of pages) {
      const title = i18nProvider.translate(`${name}.${name}`, 'Default')
      expect(title).toMatch(own)
      expect(i18nProvider.translate(`${name}.titles.list`, 'Default')).toBe(title)
      expect(i18nProvider.translate(`documentTitle.${name}.list`, 'Default')).toBe(
        `${title} · ${product}`,
      )
    }
    expect(i18nProvider.translate('documentTitle.default', 'Refine')).toBe(product)
  },
)

test('a missing message is an error that names the key and the place', async () => {
  const { messageOf, i18nProvider } = await speaking('zh')
  expect(() => messageOf('shell.nothing')).toThrow(
    'No message in "zh" for shell.nothing: add one to locales/.',
  )
  expect(() => messageOf('shell')).toThrow('No message')
  expect(() => i18nProvider.translate('buttons.fly', 'Fly')).toThrow('refine.buttons.fly')
})

test('the first of several keys with a message is used, with plural and values', async () => {
  const { messageOf } = await speaking('en')
  expect(messageOf(['nothing.here', 'exit.help'], { count: 1 })).toBe(
    'Taking you to the home page in 1 second.',
  )
  expect(messageOf('exit.help', { count: 3 })).toBe('Taking you to the home page in 3 seconds.')
})

test('only the words of the language at hand are there', async () => {
  const { hasMessage, i18nProvider } = await speaking('en')
  expect(i18nProvider.getLocale()).toBe('en')
  expect(hasMessage('shell.skip')).toBe(true)
  expect(hasMessage('shell')).toBe(false)
})

function bundleOf(name: string): string {
  return createRequire(import.meta.url)
    .resolve(name)
    .replace(/index\.\w+$/, 'index.mjs')
}
