/** Every resource of the product: valid, with messages in both languages, and short. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  diagnose,
  availableKinds,
  messageKeysOf,
  optionalKeysOf,
} from '#console/engine/diagnostics.ts'
import { buildPages } from '#console/engine/build-page.ts'
import type { PageModel } from '#console/engine/page-model.ts'
import { operatorGroups, type Resource } from '#console/engine/resource.ts'
import { readState } from '#console/engine/list/list-state.ts'
import { crudFilters, pageInput } from '#console/refine/data-filters.ts'
import { canOpenPage } from '#console/refine/resources.ts'
import { messages as baseEn } from '#console/refine/messages-en.ts'
import { messages as baseZh } from '#console/refine/messages-zh.ts'
import { validate } from '#contract/issues.ts'
import { accountLog } from '#contract/ledger.ts'
import type { OperatorRole } from '#contract/operator/roles.ts'
import { formatMessage, type Lang, type MessageTree } from '#locales/messages.ts'
import { zh as operatorWords } from '#locales/operator-collections.ts'
import { zh } from '#locales/resources.ts'
import { operatorMessages } from '#operator/i18n.ts'
import { hasMessageInBoth } from '#tests/support/browser/console-messages.ts'
import { randomUrls } from '#tests/support/browser/random-urls.ts'
import { keysUsedIn, messagesByKey } from '#tests/support/browser/message-keys.ts'

const files = import.meta.glob<{ default: Resource }>('/resources/*.ts', { eager: true })
const pages = buildPages(files)
const operatorFiles = import.meta.glob<{ default: Resource }>('/resources/operator/*.ts', {
  eager: true,
})
const operatorPages = buildPages(operatorFiles)
/** Message keys used in the handwritten parts of the operators' console. */
const usedKeys = keysUsedIn(
  Object.values(
    import.meta.glob<string>('/src/operator/**/*.tsx', {
      eager: true,
      query: '?raw',
      import: 'default',
    }),
  ),
)
/** Messages of the operators' console. */
const operatorTrees = {
  zh: await operatorMessages('zh', baseZh),
  en: await operatorMessages('en', baseEn),
}
const linesOf = (file: string) =>
  readFileSync(new URL(`..${file}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n').length

test('no resource has a mistake that the types do not catch', () => {
  expect(diagnose(pages, { ...availableKinds, hasMessage: hasMessageInBoth })).toEqual([])
})

test('no page of the operators has a mistake that the types do not catch', () => {
  const hasIn = (lang: Lang) => (key: string, values?: { count: number }) =>
    formatMessage(operatorTrees[lang], lang, key, values) !== undefined
  const hasMessage = { zh: hasIn('zh'), en: hasIn('en') }
  expect(operatorPages.length).toBeGreaterThan(2)
  expect(diagnose(operatorPages, { ...availableKinds, hasMessage })).toEqual([])
})

test('operators’ pages, and no others, have their routes and menu groups', () => {
  const isOperatorPage = ({ route, menu }: PageModel) =>
    route === `operator/${route.slice('operator/'.length)}` &&
    (!menu || operatorGroups.some((group) => group === menu.group))
  expect(operatorPages.filter((page) => !isOperatorPage(page))).toEqual([])
  const isOfAnyGroup = ({ menu }: PageModel) => operatorGroups.some((one) => one === menu?.group)
  expect(pages.filter((page) => isOperatorPage(page) || isOfAnyGroup(page))).toEqual([])
})

test('the roles of an endpoint decide which operators may open its page', () => {
  const shownTo = (role: OperatorRole) =>
    operatorPages.filter((page) => canOpenPage(page, { role })).map(({ name }) => name)
  expect(shownTo('admin')).toContain('operators')
  expect(shownTo('support')).not.toContain('operators')
  expect(shownTo('support')).toContain('customers')
})

test('no message of the operators’ pages is unused', () => {
  const keysOfPages = new Set(
    operatorPages.flatMap((page) => messageKeysOf(page)).flatMap(({ chain }) => chain),
  )
  for (const key of operatorPages.flatMap(optionalKeysOf)) keysOfPages.add(key)
  const keys = [...messagesByKey(operatorTrees.zh).keys()]
    .filter((key) => key.startsWith('resources.'))
    .map((key) => key.replace(/_other$/, ''))
  const isUnused = (key: string) =>
    !keysOfPages.has(key) && !usedKeys.exact.has(key) && !isFromTemplate(key)
  expect(keys.filter(isUnused)).toEqual([])
})

test('no message of a resource is unused', () => {
  const keysOfPages = new Set(
    pages.flatMap((page) => messageKeysOf(page)).flatMap(({ chain }) => chain),
  )
  const optional = pages.flatMap(optionalKeysOf)
  const keys = [...messagesByKey(zh, 'resources.').keys()].map((key) => key.replace(/_other$/, ''))
  expect(keys.filter((key) => !keysOfPages.has(key) && !optional.includes(key))).toEqual([])
})

test('any URL of a list leads to an input that the contract accepts', () => {
  const now = new Date('2026-11-21T04:00:00Z')
  const lists = pages.filter((page) => page.view === 'list')
  expect(lists.length).toBeGreaterThan(5)
  for (const page of lists)
    for (const address of randomUrls(1_000, 20_260_301, [page.route])) {
      const [, search = ''] = /\?([^#]*)/.exec(address) ?? []
      const params = new URLSearchParams(search)
      // The page adds this filter itself.
      if (page.page === accountLog.page) params.set('logType', 'DISTRIBUTION')
      const { query, pageNum, pageSize } = readState(page, params, now)
      const needsFilter = page.filters.some(
        ({ required, keys }) => required && keys.some((key) => query[key] === undefined),
      )
      const input = pageInput(page.page, crudFilters(page.filters, query), {
        currentPage: pageNum,
        pageSize,
      })
      expect(needsFilter || validate(page.page.input, input).ok, address).toBe(true)
    }
})

test.each(Object.keys({ ...files, ...operatorFiles }))('%s is at most 50 lines', (file) => {
  expect(linesOf(file)).toBeLessThanOrEqual(50)
})

test('a plain list has 11 lines', () => {
  expect(linesOf('/resources/login-log.ts')).toBe(11)
})

test('the page on extending contains the contacts page verbatim', () => {
  const textOf = (file: string) => readFileSync(new URL(`..${file}`, import.meta.url), 'utf8')
  const [, ...code] = textOf('/resources/contacts.ts').split('\n')
  expect(textOf('/.github/EXTENDING.md')).toContain(code.join('\n').trim())
})

/** Whether every collection has the message, also without use for it. */
function isFromTemplate(key: string): boolean {
  const [, name = '', ...path] = key.split('.')
  const words = operatorWords[name] as MessageTree | undefined
  const message = path.join('.')
  if (!words || message === 'one' || message === 'many') return words !== undefined
  return ![...messagesByKey(words).keys()].some((key) => key.replace(/_other$/, '') === message)
}
