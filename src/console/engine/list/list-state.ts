/** List state in the URL: filters, sort order, page and page size, under their wire names. */
import { plainText } from '#console/engine/fields/field-type.ts'
import { recentRange } from '#client/i18n/time.ts'
import type { Filter, ListPage } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import type { SortOrder } from '#contract/sorting.ts'
import { check } from '#contract/issues.ts'
import { limits } from '#contract/limits.ts'
import { shapeOf } from '#contract/query.ts'
import { fromQuery } from '#contract/read-query.ts'

/** Sort order that the user chose. */
export type Sort = { readonly by: string; readonly order: SortOrder }

export type ListState = {
  readonly pageNum: number
  readonly pageSize: number
  /** Filters in force, including defaults. */
  readonly query: Row
  /** Filters that the user set: shown as chips and cleared together. */
  readonly chosen: readonly Filter[]
  /** Undefined for the list's default order, newest first. */
  readonly sort: Sort | undefined
}

/**
 * Filter values in the order of the filter's keys. Empty strings turn the filter off; an empty list
 * restores its default.
 */
export type Change = {
  readonly pageNum?: number
  readonly pageSize?: number
  /** Null restores the list's default order. */
  readonly sort?: Sort | null
  readonly filters?: Readonly<Record<string, readonly string[]>>
}

type Listed = Pick<ListPage, 'page' | 'filters'>

/** Reads the list state from the URL; ignores invalid parameters. */
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
      values[0] !== undefined &&
      values[1] !== undefined &&
      isBackwards(values[0], values[1])
    const some = !backwards && values.some((value) => value !== undefined)
    if (some) {
      if (!filter.isTrash) chosen.push(filter)
      filter.keys.forEach((key, at) => (query[key] = values[at]))
    } else if (
      filter.defaultRange !== undefined &&
      end !== undefined &&
      (filter.required || !filter.keys.some((key) => params.get(key) === ''))
    ) {
      const [from, to] = recentRange(filter.defaultRange, now)
      const wire = (time: string) => (filter.fieldType.kind === 'date' ? time.slice(0, 10) : time)
      Object.assign(query, { [begin]: wire(from), [end]: wire(to) })
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
 * Returns the URL parameters after a change. A changed filter, order or page size returns to page
 * one; default values are left out.
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

/** Returns the URL parameters without filters; keeps the choice in the aside and the trash. */
export function clearedState({ filters }: Listed, params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params)
  const cleared = filters.filter(({ inAside, isTrash }) => !inAside && !isTrash)
  for (const key of [...cleared.flatMap(({ keys }) => keys), 'pageNum']) next.delete(key)
  return next
}

/** Values of a filter, with empty strings for missing ones; an empty list if all are missing. */
export const valuesOf = (filter: Filter, query: Row): string[] => {
  const values = filter.keys.map((key) => plainText(query[key]))
  return values.some(Boolean) ? values : []
}

const isBackwards = (begin: unknown, end: unknown): boolean =>
  typeof begin === 'number' && typeof end === 'number'
    ? begin > end
    : typeof begin === 'string' && typeof end === 'string' && begin > end

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
