/**
 * What a list shows, as its address says it: filters, order, page and size under the names of the
 * wire. The address is the only place that knows.
 */
import { plainText } from '#console/engine/fields/field-type.ts'
import { recentRange } from '#client/i18n/time.ts'
import type { Filter, ListPage } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import type { SortOrder } from '#contract/sorting.ts'
import { check } from '#contract/issues.ts'
import { limits } from '#contract/limits.ts'
import { shapeOf } from '#contract/query.ts'
import { fromQuery } from '#contract/read-query.ts'

/** The order that was asked for. */
export type Sort = { readonly by: string; readonly order: SortOrder }

export type ListState = {
  readonly pageNum: number
  readonly pageSize: number
  /** The filters in force, those that the list opens with included. */
  readonly query: Row
  /** Those that were chosen: shown as chips, and cleared together. */
  readonly chosen: readonly Filter[]
  /** Without one, rows come in the order of the list itself: newest first. */
  readonly sort: Sort | undefined
}

/**
 * Values of a filter in the order of its keys: empty texts for no filter at all, an empty list for
 * what the list opens with.
 */
export type Change = {
  readonly pageNum?: number
  readonly pageSize?: number
  /** Null for the list's own order. */
  readonly sort?: Sort | null
  readonly filters?: Readonly<Record<string, readonly string[]>>
}

type Listed = Pick<ListPage, 'page' | 'filters'>

/**
 * Hostile or outdated addresses are read as far as they make sense; the rest counts as not said.
 */
export function readState(
  { page, filters }: Listed,
  params: URLSearchParams,
  now: Date = new Date(),
): ListState {
  const config = sensible(page, params)
  const query: Record<string, unknown> = {}
  const chosen: Filter[] = []
  for (const filter of filters) {
    const [begin, end] = filter.keys
    const values = filter.keys.map((key) => config[key])
    const backwards =
      end !== undefined &&
      typeof values[0] === 'string' &&
      typeof values[1] === 'string' &&
      values[0] > values[1]
    const some = !backwards && values.some((value) => value !== undefined)
    if (some) {
      chosen.push(filter)
      filter.keys.forEach((key, at) => (query[key] = values[at]))
    } else if (
      filter.defaultRange !== undefined &&
      end !== undefined &&
      (filter.required || !filter.keys.some((key) => params.get(key) === ''))
    ) {
      const [from, to] = recentRange(filter.defaultRange, now)
      Object.assign(query, { [begin]: from, [end]: to })
    } else if (filter.defaultRange !== undefined) chosen.push(filter)
  }
  const size = Number(params.get('pageSize'))
  return {
    pageNum: typeof config['pageNum'] === 'number' ? config['pageNum'] : 1,
    pageSize: limits.page.sizes.find((known) => known === size) ?? limits.page.size,
    query,
    chosen,
    sort:
      typeof config['sortBy'] === 'string'
        ? { by: config['sortBy'], order: config['sortOrder'] === 'desc' ? 'desc' : 'asc' }
        : undefined,
  }
}

/**
 * The address after a change. Another filter, order or size begins again at the first page; what is
 * as it would be anyway is not written.
 */
export function writeState(
  { filters }: Listed,
  params: URLSearchParams,
  change: Change,
): URLSearchParams {
  const next = new URLSearchParams(params)
  const put = (key: string, value: string | undefined) =>
    value === undefined ? next.delete(key) : next.set(key, value)
  for (const filter of filters) {
    const values = change.filters?.[filter.key]
    if (!values) continue
    const everything =
      values.length > 0 &&
      values.every((value) => value === '') &&
      filter.defaultRange !== undefined &&
      !filter.required
    filter.keys.forEach((key, at) => put(key, everything ? '' : values[at] || undefined))
  }
  if (change.pageSize !== undefined)
    put('pageSize', change.pageSize === limits.page.size ? undefined : String(change.pageSize))
  if (change.sort !== undefined) {
    put('sortBy', change.sort?.by)
    put('sortOrder', change.sort?.order === 'desc' ? 'desc' : undefined)
  }
  const again = change.filters || change.sort !== undefined || change.pageSize !== undefined
  const pageNum = change.pageNum ?? (again ? 1 : undefined)
  if (pageNum !== undefined) put('pageNum', pageNum === 1 ? undefined : String(pageNum))
  return next
}

/**
 * The address without any filter, as the list first opened; what is chosen beside the list stays.
 */
export function clearedState({ filters }: Listed, params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params)
  const cleared = filters.filter(({ inAside }) => !inAside)
  for (const key of [...cleared.flatMap(({ keys }) => keys), 'pageNum']) next.delete(key)
  return next
}

/** Empty texts where the query says nothing. */
export const valuesOf = (filter: Filter, query: Row): string[] => {
  const values = filter.keys.map((key) => plainText(query[key]))
  return values.some(Boolean) ? values : []
}

function sensible(page: ListPage['page'], params: URLSearchParams): Row {
  const shape = shapeOf(page.input)
  const read = Object.entries(fromQuery(page.input, params)).map(
    ([key, value]) => [key, check(shape[key]!, value)] as const,
  )
  return Object.fromEntries(
    read.flatMap(([key, judged]) =>
      judged.ok && judged.value !== '' ? [[key, judged.value]] : [],
    ),
  )
}
