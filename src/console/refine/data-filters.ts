/** Converts filters and sort order to Refine's, and Refine's to the query of an endpoint. */
import type { CrudFilter, CrudSort, Pagination } from '@refinedev/core'
import type { Endpoint } from '#contract/endpoint.ts'
import type { SortOrder } from '#contract/sorting.ts'
import { limits } from '#contract/limits.ts'
import { shapeOf } from '#contract/query.ts'
import type { Filter } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'

/** Converts filter values to Refine filters: `eq` for a value, `between` for a range. */
export function crudFilters(filters: readonly Filter[], query: Row): CrudFilter[] {
  return filters.flatMap(({ key, keys: [parameter, endParameter] }): CrudFilter[] => {
    const value = query[parameter]
    if (endParameter === undefined)
      return value === undefined || value === '' ? [] : [{ field: key, operator: 'eq', value }]
    const end = query[endParameter]
    return value || end ? [{ field: key, operator: 'between', value: [value, end] }] : []
  })
}

/** Converts a sort order to Refine sorters. */
export const crudSorters = (
  sort: { readonly field: string; readonly order: SortOrder } | undefined,
): CrudSort[] => (sort ? [{ field: sort.field, order: sort.order }] : [])

/**
 * Converts Refine's filters, page and sorters to the input of a list endpoint. The values are
 * validated where they are read from the URL (`list-state.ts`). Throws if the endpoint lacks a
 * filter's parameter, which is a programming error.
 */
export function pageInput(
  page: Endpoint,
  filters: readonly CrudFilter[] = [],
  pagination: Pagination = {},
  [sort]: readonly CrudSort[] = [],
): Row {
  const shape = shapeOf(page.input)
  const input: Record<string, unknown> = {
    pageNum: Math.max(1, Math.trunc(pagination.currentPage ?? 1)),
    pageSize: Math.min(
      limits.page.max,
      Math.max(1, Math.trunc(pagination.pageSize ?? limits.page.size)),
    ),
  }
  const setInput = (key: string, value: unknown) => {
    const schema = Object.hasOwn(shape, key) ? shape[key] : undefined
    if (!schema) throw new Error(`${page.path} takes no "${key}".`)
    if (value !== undefined && value !== null && value !== '') input[key] = value
  }
  if (sort) {
    setInput('sortBy', sort.field)
    setInput('sortOrder', sort.order)
  }
  for (const filter of filters) {
    if (!('field' in filter) || !['eq', 'between'].includes(filter.operator))
      throw new Error(`${page.path} filters by "eq" and "between" only.`)
    const value: unknown = filter.value
    if (filter.operator === 'eq') setInput(filter.field, value)
    else
      ['Begin', 'End'].forEach((suffix, index) =>
        setInput(filter.field + suffix, (value as readonly unknown[])[index]),
      )
  }
  // In the schema's order, so that the URL equals that of the page's early request.
  return Object.fromEntries(
    Object.keys(shape).flatMap((key) => (key in input ? [[key, input[key]]] : [])),
  )
}
