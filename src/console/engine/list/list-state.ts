/** List state in the URL: filters, sort order, page and page size, under their wire names. */
import { plainText } from '#console/engine/fields/field-type.ts'
import { recentRange } from '#client/i18n/time.ts'
import type { Filter, ListPage } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import { currentSession } from '#client/session/session.ts'
import { browserStore } from '#client/storage.ts'
import type { SortOrder } from '#contract/sorting.ts'
import { validate } from '#contract/issues.ts'
import { limits } from '#contract/limits.ts'
import { shapeOf } from '#contract/query.ts'
import { parseQuery } from '#contract/read-query.ts'

/** Sort order that the user chose. */
export type Sort = { readonly field: string; readonly order: SortOrder }

export type ListState = {
  readonly pageNum: number
  readonly pageSize: number
  /** Values of all filters that apply, including defaults. */
  readonly query: Row
  /** Filters that the user set: shown as chips and cleared together. */
  readonly chosen: readonly Filter[]
  /** Undefined for the list's default order, newest first. */
  readonly sort: Sort | undefined
}

export type Change = {
  readonly pageNum?: number
  readonly pageSize?: number
  /** Null restores the list's default order. */
  readonly sort?: Sort | null
  /**
   * By filter: its values, in the order of its keys. Empty strings turn the filter off; an empty
   * list restores its default.
   */
  readonly filters?: Readonly<Record<string, readonly string[]>>
}

type FilteredList = Pick<ListPage, 'name' | 'page' | 'filters'>

/** Reads the list state from the URL; ignores invalid parameters. */
export function readState(
  { name, page, filters }: FilteredList,
  params: URLSearchParams,
  now: Date = new Date(),
): ListState {
  const parameters = validParameters(page, params)
  const query: Record<string, unknown> = {}
  const chosen: Filter[] = []
  const isUnfiltered = filters.every(({ keys }) => keys.every((key) => !params.has(key)))
  for (const filter of filters) {
    const [begin, end] = filter.keys
    const values = filter.keys.map((key) => parameters[key])
    const hasValue =
      !isBackwards(values[0], values[1]) && values.some((value) => value !== undefined)
    if (hasValue) {
      chosen.push(filter)
      filter.keys.forEach((key, index) => (query[key] = values[index]))
    } else if (
      filter.defaultRange !== undefined &&
      end !== undefined &&
      (filter.required || !filter.keys.some((key) => params.get(key) === ''))
    ) {
      const [from, to] = recentRange(filter.defaultRange, now)
      const toWire = (time: string) => (filter.fieldType.kind === 'date' ? time.slice(0, 10) : time)
      Object.assign(query, { [begin]: toWire(from), [end]: toWire(to) })
    } else if (filter.defaultRange !== undefined) chosen.push(filter)
    else if (filter.initial !== undefined && isUnfiltered) query[begin] = filter.initial
  }
  const requestedSize = Number(params.get('pageSize'))
  return {
    pageNum: typeof parameters['pageNum'] === 'number' ? parameters['pageNum'] : 1,
    pageSize: pageSizeOf(requestedSize) ?? rememberedPageSize(name),
    query,
    chosen,
    sort:
      typeof parameters['sortBy'] === 'string'
        ? {
            field: parameters['sortBy'],
            order: parameters['sortOrder'] === 'desc' ? 'desc' : 'asc',
          }
        : undefined,
  }
}

const pageSizeOf = (requested: number): number | undefined =>
  limits.page.sizes.find((size) => size === requested)

const pageSizeKey = (list: string) => `pageSize.${list}.${currentSession()?.userId ?? ''}`

/** Page size that the user last chose for the list; 10 until then (spec 9.4). */
const rememberedPageSize = (list: string): number =>
  pageSizeOf(Number(browserStore.get(pageSizeKey(list)))) ?? limits.page.size

export function rememberPageSize(list: string, size: number): void {
  if (size === limits.page.size) browserStore.remove(pageSizeKey(list))
  else browserStore.set(pageSizeKey(list), String(size))
}

/**
 * Returns the URL parameters after a change. A changed filter, order or page size returns to page
 * one; default values are left out.
 */
export function writeState(
  { filters }: Pick<FilteredList, 'filters'>,
  params: URLSearchParams,
  change: Change,
): URLSearchParams {
  const next = new URLSearchParams(params)
  const setParameter = (key: string, value: string | undefined) =>
    value === undefined ? next.delete(key) : next.set(key, value)
  for (const filter of filters) {
    const values = change.filters?.[filter.key]
    if (!values) continue
    const isUnlimited =
      values.length > 0 &&
      values.every((value) => value === '') &&
      filter.defaultRange !== undefined &&
      !filter.required
    // An empty parameter turns a default range or an initial value off.
    const isOff = isUnlimited || filter.initial !== undefined
    filter.keys.forEach((key, index) =>
      setParameter(key, values[index] || (isOff ? '' : undefined)),
    )
  }
  if (change.pageSize !== undefined)
    setParameter(
      'pageSize',
      change.pageSize === limits.page.size ? undefined : String(change.pageSize),
    )
  if (change.sort !== undefined) {
    setParameter('sortBy', change.sort?.field)
    setParameter('sortOrder', change.sort?.order === 'desc' ? 'desc' : undefined)
  }
  const resetsPage = change.filters || change.sort !== undefined || change.pageSize !== undefined
  const pageNum = change.pageNum ?? (resetsPage ? 1 : undefined)
  if (pageNum !== undefined) setParameter('pageNum', pageNum === 1 ? undefined : String(pageNum))
  return next
}

/** Returns the URL parameters without filters; keeps the choice in the aside. */
export function clearedState(
  { filters }: Pick<FilteredList, 'filters'>,
  params: URLSearchParams,
): URLSearchParams {
  const next = new URLSearchParams(params)
  const cleared = filters.filter(({ inAside }) => !inAside)
  for (const key of [...cleared.flatMap(({ keys }) => keys), 'pageNum']) next.delete(key)
  return next
}

/** Values of a filter, with empty strings for missing ones; an empty list if all are missing. */
export const valuesOf = (filter: Pick<Filter, 'keys'>, query: Row): string[] => {
  const values = filter.keys.map((key) => plainText(query[key]))
  return values.some(Boolean) ? values : []
}

/** Whether the bounds of a range are in the wrong order. */
const isBackwards = (begin: unknown, end: unknown): boolean =>
  typeof begin === 'number' && typeof end === 'number'
    ? begin > end
    : typeof begin === 'string' && typeof end === 'string' && begin > end

/** Parameters of the URL that the endpoint accepts. */
function validParameters(page: ListPage['page'], params: URLSearchParams): Row {
  const shape = shapeOf(page.input)
  const read = Object.entries(parseQuery(page.input, params)).map(
    ([key, value]) => [key, validate(shape[key]!, value)] as const,
  )
  return Object.fromEntries(
    read.flatMap(([key, result]) =>
      result.ok && result.value !== '' ? [[key, result.value]] : [],
    ),
  )
}
