/** Requests that the build writes into console pages equal the first requests of their lists. */
import { expect, test } from 'vitest'
import { crudFilters, pageInput } from '#console/refine/data-filters.ts'
import { buildPages } from '#console/engine/build-page.ts'
import type { Resource } from '#console/engine/resource.ts'
import { readState } from '#console/engine/list/list-state.ts'
import { toCallPath } from '#client/api/early-requests.ts'
import { recentRange } from '#client/i18n/time.ts'
import { validate } from '#contract/issues.ts'
import { toQuery } from '#contract/query.ts'
import { firstCallOf } from '../src/first-loads.ts'

const lists = buildPages(
  import.meta.glob<{ default: Resource }>('/resources/*.ts', { eager: true }),
).filter((page) => page.view === 'list')

test.each(lists)(
  '$name: the request in the page’s head equals the list’s first request',
  (page) => {
    for (const search of ['', 'pageSize=20', 'pageNum=3&pageSize=50']) {
      const params = new URLSearchParams(search)
      const state = readState(page, params)
      const input = pageInput(page.page, crudFilters(page.filters, state.query), {
        currentPage: state.pageNum,
        pageSize: state.pageSize,
      })
      const checked = validate(page.page.input, input)
      const needsFilter = page.filters.some(
        ({ required, keys }) => required && keys.some((key) => state.query[key] === undefined),
      )
      const path = `${page.page.path}?${toQuery((checked.ok ? checked.value : input) as Record<string, string>)}`
      expect(toCallPath(firstCallOf(page), params, recentRange)).toBe(
        needsFilter ? undefined : path,
      )
    }
  },
)
