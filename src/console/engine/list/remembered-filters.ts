/** Remembers the last value of required filters in this browser. */
import { currentSession } from '#client/session/session.ts'
import { browserStore } from '#client/storage.ts'
import { plainText } from '#console/engine/fields/field-type.ts'
import { kindOf } from '#console/engine/fields/field-types.ts'
import type { Filter, ListPage } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'

type Listed = Pick<ListPage, 'name' | 'filters'>

/**
 * Adds a value for each missing required filter that has fixed options: the remembered one or the
 * first. Returns `params` itself if none is missing.
 */
export function withRemembered(page: Listed, params: URLSearchParams): URLSearchParams {
  const missing = choosable(page).filter(
    ({ filter, values }) => !values.includes(params.get(filter.key) ?? ''),
  )
  if (missing.length === 0) return params
  const next = new URLSearchParams(params)
  for (const { filter, values } of missing) {
    const last = browserStore.get(keyOf(page, filter))
    next.set(filter.key, values.find((value) => value === last) ?? values[0]!)
  }
  return next
}

/** Saves the current values of required filters. */
export function remember(page: Listed, query: Row): void {
  for (const { filter } of choosable(page)) {
    const value = plainText(query[filter.key])
    if (value && browserStore.get(keyOf(page, filter)) !== value)
      browserStore.set(keyOf(page, filter), value)
  }
}

function choosable({ filters }: Listed): { filter: Filter; values: string[] }[] {
  return filters
    .filter(({ required, keys }) => required && keys.length === 1)
    .map((filter) => ({
      filter,
      values:
        kindOf(filter.means)
          .choices?.(filter.means)
          .map(({ value }) => value) ?? [],
    }))
    .filter(({ values }) => values.length > 0)
}

/** Storage key, per user. */
const keyOf = ({ name }: Listed, { key }: Filter): string =>
  `filter.${name}.${key}.${currentSession()?.userId ?? ''}`
