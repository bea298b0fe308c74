/** Rows of the first list: requested before the first rendering, which shows them if they are there. */
import type { GetListParams, GetListResponse } from '@refinedev/core'

export type ListRequest = Pick<GetListParams, 'resource' | 'pagination' | 'filters' | 'sorters'>
type First = {
  readonly key: string
  readonly response: Promise<GetListResponse>
  rows?: GetListResponse
  /** No other request may take the response any more. */
  isShown?: true
}

let first: First | undefined

const keyOf = ({ resource, pagination, filters, sorters }: ListRequest): string =>
  JSON.stringify([resource, pagination?.currentPage, pagination?.pageSize, filters, sorters])

const firstOf = (request: ListRequest): First | undefined =>
  first?.key === keyOf(request) ? first : undefined

/** Resolves when the rows are there or have failed. */
export async function loadFirstRows(
  request: ListRequest,
  getList: (request: ListRequest) => Promise<GetListResponse>,
): Promise<void> {
  const started: First = { key: keyOf(request), response: getList(request) }
  first = started
  const rows = await started.response.catch(() => undefined)
  if (rows) started.rows = rows
}

/** The rows for the first rendering of a list; undefined if they are others or not there yet. */
export function firstRowsOf(request: ListRequest): GetListResponse | undefined {
  const found = firstOf(request)
  if (found?.rows) found.isShown = true
  return found?.rows
}

/** The response for the list whose first rendering came before its rows; only once. */
export function consumeFirstRows(request: ListRequest): Promise<GetListResponse> | undefined {
  const found = firstOf(request)
  if (!found || found.isShown) return undefined
  first = undefined
  return found.response
}

/** Later renderings load their rows. */
export const dropFirstRows = (): void => void (first = undefined)
