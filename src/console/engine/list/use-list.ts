/** State of a list page: URL state, remembered filters, rows, and functions that change them. */
import { keepPreviousData } from '@tanstack/react-query'
import { useInvalidate, useList as useRefineList, type BaseRecord } from '@refinedev/core'
import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { firstRowsOf, type ListRequest } from '#console/refine/first-rows.ts'
import type { CallError } from '#console/refine/data-errors.ts'
import { crudFilters, crudSorters } from '#console/refine/data-filters.ts'
import type { Filter, ListPage } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import {
  clearedState,
  readState,
  rememberPageSize,
  writeState,
  type Change,
  type ListState,
} from '#console/engine/list/list-state.ts'
import {
  hiddenColumnsIn,
  hiddenKey,
  hasNoListState,
  addressOfView,
} from '#console/engine/list/saved-view-address.ts'
import {
  noSavedView,
  savedViewKey,
  type DefaultSavedView,
  findDefaultSavedView,
} from '#client/default-saved-views.ts'
import { currentSession } from '#client/session/session.ts'
import { browserStore } from '#client/storage.ts'
import { plainText } from '#console/engine/fields/field-type.ts'
import { getFieldTypeUi } from '#console/engine/fields/field-types.ts'

export type List = {
  readonly state: ListState
  readonly rows: readonly Row[]
  /** Number of the page that the rows are, also while another one loads. */
  readonly shownPage: number
  /** Number of the page that could not be loaded, while the rows are another one. */
  readonly failedPage: number | undefined
  readonly total: number
  /** More rows match than were counted. */
  readonly isTotalCapped: boolean
  /** True until the first rows arrive. */
  readonly loading: boolean
  /** True while fetching; the visible rows may be outdated. */
  readonly busy: boolean
  readonly error: unknown
  /** Required filter without a value. */
  readonly missingFilter: Filter | undefined
  readonly change: (change: Change, options?: { readonly replaceHistory?: boolean }) => void
  readonly clear: () => void
  /** Resolves when the new rows have loaded. */
  readonly refresh: () => Promise<void>
  /** Identifies filters, order and page of the rows; undefined while previous rows are shown. */
  readonly scope: string | undefined
  /** Fetches the rows again without `busy`. */
  readonly poll: () => Promise<unknown>
  /** Parameters of the address, which include the open view. */
  readonly params: URLSearchParams
  /** Opens a view, or none. */
  readonly openView: (view: DefaultSavedView | undefined) => void
  /** Columns hidden by the address. */
  readonly hidden: HiddenColumns
}

/** `listKey`: filters, order and page size. */
type LoadedPage = {
  readonly listKey: string
  readonly pageNum: number
  readonly result: { readonly data: readonly BaseRecord[]; readonly total?: number | undefined }
}

export type HiddenColumns = {
  /** Undefined if the address leaves the columns to this browser. */
  readonly keys: readonly string[] | undefined
  /** Returns false, without effect, if the address leaves the columns to this browser. */
  readonly set: (keys: readonly string[]) => boolean
}

const noRows: readonly Row[] = []

export function useList(page: ListPage): List {
  const [address, setParams] = useSearchParams()
  const { params, state, missingFilter, request } = readAddress(page, address)
  const { query, result } = useRefineList<BaseRecord, CallError>({
    ...request,
    errorNotification: false,
    // A change elsewhere neither dims the rows nor is announced as loading.
    liveMode: 'manual',
    onLiveEvent: () => void poll(),
    queryOptions: {
      enabled: !missingFilter,
      placeholderData: keepPreviousData,
      initialData: () => firstRowsOf(request),
    },
  })
  const listKey = JSON.stringify([state.query, state.sort, state.pageSize])
  const isLoaded = query.isSuccess && !query.isPlaceholderData
  const [loaded, setLoaded] = useState<LoadedPage>()
  if (isLoaded && (loaded?.result !== query.data || loaded.pageNum !== state.pageNum))
    setLoaded({ listKey, pageNum: state.pageNum, result: query.data })
  /** The page last loaded of this list, shown in place of one that can't be loaded. */
  const previousPage =
    query.isError && query.data === undefined && loaded?.listKey === listKey ? loaded : undefined
  // A disabled query still returns the rows of the previous choice.
  const total = missingFilter ? 0 : (previousPage?.result.total ?? result.total ?? 0)
  const lastPage = Math.max(1, Math.ceil(total / state.pageSize))
  const isBeyondLastPage = isLoaded && state.pageNum > lastPage

  const change = useCallback(
    (update: Change, { replaceHistory = false } = {}) => {
      if (update.pageSize !== undefined) rememberPageSize(page.name, update.pageSize)
      setParams(withoutDefaultView(page, writeState(page, currentParams(), update)), {
        replace: replaceHistory,
      })
    },
    [page, setParams],
  )
  const clear = useCallback(
    () => setParams(withoutDefaultView(page, clearedState(page, currentParams()))),
    [page, setParams],
  )
  const openView = useCallback(
    (view: DefaultSavedView | undefined) => setParams(addressOfView(page, currentParams(), view)),
    [page, setParams],
  )
  // Corrects a page number beyond the last page.
  useEffect(() => {
    if (isBeyondLastPage)
      setParams(writeState(page, currentParams(), { pageNum: lastPage }), { replace: true })
  }, [isBeyondLastPage, lastPage, page, setParams])

  const completedAddress = params === address ? undefined : params.toString()
  useEffect(() => {
    if (completedAddress !== undefined)
      setParams(new URLSearchParams(completedAddress), { replace: true })
  }, [completedAddress, setParams])
  useEffect(() => {
    storeRequiredFilters(page, state.query)
  })

  const invalidate = useInvalidate()
  const refresh = useCallback(
    () => invalidate({ resource: page.name, invalidates: ['list', 'detail'] }),
    [invalidate, page.name],
  )
  const { data } = previousPage?.result ?? result
  const rows = missingFilter ? noRows : (data as readonly Row[])
  const { refetch } = query
  const setHidden = (keys: readonly string[]) => {
    const next = currentParams()
    if (!next.has(hiddenKey)) return false
    next.set(hiddenKey, keys.join(','))
    setParams(next, { replace: true })
    return true
  }
  const [polls, setPolls] = useState(0)
  const poll = useCallback(() => {
    setPolls((count) => count + 1)
    return refetch({ cancelRefetch: false }).finally(() => setPolls((count) => count - 1))
  }, [refetch])
  return {
    state,
    rows,
    shownPage: isLoaded ? state.pageNum : (loaded?.pageNum ?? state.pageNum),
    failedPage: previousPage && state.pageNum,
    total,
    isTotalCapped: !missingFilter && query.data?.['isTotalCapped'] === true,
    loading: query.isLoading || isBeyondLastPage,
    busy: query.isFetching && (polls === 0 || query.isPlaceholderData),
    error: query.isError ? query.error : undefined,
    missingFilter,
    change,
    clear,
    refresh,
    scope: query.isPlaceholderData || previousPage ? undefined : JSON.stringify(state),
    poll,
    params,
    openView,
    hidden: { keys: hiddenColumnsIn(params), set: setHidden },
  }
}

/** What an address asks for, with the defaults of the page. */
function readAddress(page: ListPage, address: URLSearchParams) {
  const params = withRequiredFilters(page, withDefaultView(page, address))
  const inAddress = readState(page, params)
  const state = page.sortFields.length > 0 ? inAddress : { ...inAddress, sort: undefined }
  const missingFilter = page.filters.find(
    ({ required, keys }) => required && keys.some((key) => state.query[key] === undefined),
  )
  const request: ListRequest = {
    resource: page.name,
    pagination: { currentPage: state.pageNum, pageSize: state.pageSize },
    filters: crudFilters(page.filters, state.query),
    sorters: crudSorters(state.sort),
  }
  return { params, state, missingFilter, request }
}

/** What the list asks for at the current URL; undefined if a required filter has no value. */
export function requestOfUrl(page: ListPage): ListRequest | undefined {
  const { missingFilter, request } = readAddress(page, currentParams())
  return missingFilter ? undefined : request
}

/**
 * Reads the current URL instead of the last render, so that quick successive changes build on each
 * other.
 */
const currentParams = () => new URLSearchParams(location.search)

/** Opens the default view at an address without state. Returns `params` itself if there is none. */
function withDefaultView(page: ListPage, params: URLSearchParams): URLSearchParams {
  const view = hasNoListState(page, params) ? defaultView(page) : undefined
  return view ? addressOfView(page, params, view) : params
}

/** Prevents an address that a change has cleared from opening the default view. */
function withoutDefaultView(page: ListPage, params: URLSearchParams): URLSearchParams {
  if (hasNoListState(page, params) && defaultView(page)) params.set(savedViewKey, noSavedView)
  return params
}

const defaultView = ({ name }: Pick<ListPage, 'name'>) =>
  findDefaultSavedView(currentSession()?.userId ?? '', name)

type FilteredList = Pick<ListPage, 'name' | 'filters'>

/**
 * Adds a value for each missing required filter that has fixed options: the remembered one or the
 * first. Returns `params` itself if none is missing.
 */
function withRequiredFilters(page: FilteredList, params: URLSearchParams): URLSearchParams {
  const missing = requiredChoices(page).filter(
    ({ filter, values }) => !values.includes(params.get(filter.key) ?? ''),
  )
  if (missing.length === 0) return params
  const next = new URLSearchParams(params)
  for (const { filter, values } of missing) {
    const stored = browserStore.get(storageKeyOf(page, filter))
    next.set(filter.key, values.find((value) => value === stored) ?? values[0]!)
  }
  return next
}

/** Saves the current values of required filters. */
function storeRequiredFilters(page: FilteredList, query: Row): void {
  for (const { filter } of requiredChoices(page)) {
    const value = plainText(query[filter.key])
    if (value && browserStore.get(storageKeyOf(page, filter)) !== value)
      browserStore.set(storageKeyOf(page, filter), value)
  }
}

/** Required filters with a fixed set of options, and the values of these. */
function requiredChoices({ filters }: FilteredList): { filter: Filter; values: string[] }[] {
  return filters
    .filter(({ required, keys }) => required && keys.length === 1)
    .map((filter) => ({
      filter,
      values:
        getFieldTypeUi(filter.fieldType)
          .choices?.(filter.fieldType)
          .map(({ value }) => value) ?? [],
    }))
    .filter(({ values }) => values.length > 0)
}

/** Storage key, per user. */
const storageKeyOf = ({ name }: FilteredList, { key }: Filter): string =>
  `filter.${name}.${key}.${currentSession()?.userId ?? ''}`
