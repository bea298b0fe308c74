/** Saved views in the address of a list page: the open one, and the state that a view stores. */
import { noSavedView, savedViewKey, type DefaultSavedView } from '#client/default-saved-views.ts'
import { limits } from '#contract/limits.ts'
import { shapeOf } from '#contract/query.ts'
import type { ListPage } from '#console/engine/page-model.ts'
import { readState } from '#console/engine/list/list-state.ts'

type ViewableList = Pick<ListPage, 'name' | 'page' | 'filters' | 'columns'>

/** Address parameter with the keys of the hidden columns, separated by commas. */
export const hiddenKey = 'hidden'

export const hiddenColumnsIn = (params: URLSearchParams): readonly string[] | undefined =>
  params
    .get(hiddenKey)
    ?.split(',')
    .filter((key) => key !== '')

/** Id of the open view; undefined without one. */
export function viewIdIn(params: URLSearchParams): string | undefined {
  const id = params.get(savedViewKey)
  return id === null || id === noSavedView ? undefined : id
}

/** Whether the address has no state of the list, apart from the choice in the aside. */
export const hasNoListState = (page: ViewableList, params: URLSearchParams): boolean =>
  [savedViewKey, 'pageNum', ...stateKeys(page)].every((key) => !params.has(key))

/**
 * State of the list in canonical form, as a view stores it. Leaves out invalid values, unknown
 * columns, the page number and the choice in the aside.
 */
export function storedState(page: ViewableList, params: URLSearchParams): string {
  const { chosen, pageSize, query, sort } = readState(page, params)
  const state = new URLSearchParams()
  for (const { inAside, keys } of page.filters) {
    const isChosen = chosen.some((filter) => filter.keys[0] === keys[0])
    if (inAside || !isChosen) continue
    for (const key of keys) {
      const value = query[key]
      if (typeof value === 'string' || typeof value === 'number') state.set(key, String(value))
      // An empty parameter turns a default range off.
      else if (params.get(key) === '') state.set(key, '')
    }
  }
  if (pageSize !== limits.page.size) state.set('pageSize', String(pageSize))
  if (sort) state.set('sortBy', sort.field)
  if (sort?.order === 'desc') state.set('sortOrder', 'desc')
  const hiddenColumns = hiddenColumnsIn(params)
  const hiddenKeys = page.columns
    .filter(({ key }) => hiddenColumns?.includes(key))
    .map(({ key }) => key)
  if (hiddenColumns) state.set(hiddenKey, hiddenKeys.join(','))
  return state.toString()
}

/** Address with the state of a view, or of none. The choice in the aside stays. */
export function addressOfView(
  page: ViewableList,
  params: URLSearchParams,
  view: DefaultSavedView | undefined,
): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const key of ['pageNum', ...stateKeys(page)]) next.delete(key)
  const state = view && new URLSearchParams(storedState(page, new URLSearchParams(view.query)))
  for (const [key, value] of state ?? []) next.set(key, value)
  next.set(savedViewKey, view?.id ?? noSavedView)
  return next
}

function stateKeys({ page, filters }: ViewableList): string[] {
  const sortKeys = ['sortBy', 'sortOrder'].filter((key) => key in shapeOf(page.input))
  const filterKeys = filters.filter(({ inAside }) => !inAside).flatMap(({ keys }) => keys)
  return [...filterKeys, 'pageSize', ...sortKeys, hiddenKey]
}
