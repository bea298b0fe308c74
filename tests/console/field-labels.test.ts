/** A field has one label: the form of the console and the API's error message use the same. */
import { expect, test, vi } from 'vitest'
import type { Resource } from '#console/engine/resource.ts'
import { buildPages } from '#console/engine/build-page.ts'
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { formatFieldErrors } from '#server/platform/messages.ts'
import { stubBrowser } from '#tests/support/browser/globals.ts'

const pages = buildPages(
  import.meta.glob<{ default: Resource }>('/resources/*.ts', { eager: true }),
)
const labelledFields = pages.flatMap((page) => {
  const forms =
    page.view === 'list' ? [...page.create, ...page.forms] : page.view === 'form' ? page.forms : []
  const filters = page.view === 'list' ? page.filters : []
  return [
    ...forms.flatMap(({ call, items }) =>
      items.map(({ key, label, schema }) => ({ page: page.name, call, key, label, schema })),
    ),
    ...filters.map(({ keys, label }) => ({
      page: page.name,
      call: page.view === 'list' ? page.page : undefined,
      key: keys[0],
      label,
    })),
  ]
})

/** `contacts.create` for an endpoint of the contract. */
const nameOf = (endpoint: Endpoint | undefined) =>
  Object.entries<Record<string, Endpoint>>(contract)
    .flatMap(([group, calls]) =>
      Object.entries(calls).map(([name, call]) => [`${group}.${name}`, call] as const),
    )
    .find(([, call]) => call === endpoint)?.[0]

test.each(['zh', 'en'] as const)(
  '%s: forms and API messages use the same label for each field',
  async (lang) => {
    vi.resetModules()
    stubBrowser()
    localStorage.setItem('lang', lang)
    const { loadMessages, messageOf } = await import('#console/refine/i18n.ts')
    await loadMessages()
    expect(labelledFields.length).toBeGreaterThan(20)
    const mismatches = labelledFields.flatMap(({ page, call, key, label }) => {
      const sentence = formatFieldErrors(lang, [{ field: key, rule: 'type', call: nameOf(call)! }])[
        key
      ]
      return sentence?.includes(messageOf(label))
        ? []
        : [`${page} ${key}: ${messageOf(label)} | ${sentence}`]
    })
    expect(mismatches).toEqual([])
  },
)

test('a bulk call without ids asks to select rows', () => {
  for (const call of ['contacts.remove', 'glossary.remove']) {
    const issue = { field: 'ids', rule: 'type', kind: 'list', call } as const
    expect(formatFieldErrors('zh', [issue])).toEqual({ ids: '请先勾选要操作的内容' })
    expect(formatFieldErrors('en', [issue])).toEqual({ ids: 'Select at least one row' })
  }
})

test('start and end of a range are named after their field', () => {
  const issues = [{ field: 'loginDateTimeBegin', rule: 'type', call: 'loginLog.page' } as const]
  expect(formatFieldErrors('zh', issues)).toEqual({ loginDateTimeBegin: '登录时间（开始）不正确' })
  expect(formatFieldErrors('en', issues)).toEqual({
    loginDateTimeBegin: 'Login time (start) is not valid',
  })
})
