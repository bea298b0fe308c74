/** Selection of all rows of a list that match its filters, across pages. */
import { useDataProvider } from '@refinedev/core'
import { useEffect, useRef, useState } from 'react'
import { idListInput } from '#console/engine/build-calls.ts'
import type { List } from '#console/engine/list/use-list.ts'
import type { Selection } from '#console/engine/list/rows.ts'
import type { ListPage } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import { crudFilters, crudSorters } from '#console/refine/data-filters.ts'
import { notifyFailure } from '#console/refine/notification.ts'
import { validate } from '#contract/issues.ts'
import { limits } from '#contract/limits.ts'
import { shapeOf } from '#contract/query.ts'

/** `max`: how many rows the bulk actions take at most, if more match. */
export type SelectAll =
  | { readonly max: number }
  | { readonly isBusy: boolean; readonly run: () => Promise<void> }

/** Undefined unless more rows match than are selected. */
export function useSelectAll(
  page: ListPage,
  { state, total, isTotalCapped }: List,
  selection: Selection,
): SelectAll | undefined {
  const dataProvider = useDataProvider()
  const [isBusy, setBusy] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  if (selection.rows.length === 0 || selection.rows.length >= total) return undefined
  const max = maxTaken(page, total)
  if (max !== undefined) return { max }
  if (isTotalCapped) return undefined
  return {
    isBusy,
    async run() {
      const controller = new AbortController()
      running.current = controller
      setBusy(true)
      try {
        const { readAllRows } = await import('#console/engine/export/export-file.ts')
        const all: Row[] = []
        const loadPage = async (pageNum: number) => {
          const { data, total: found } = await dataProvider().getList<Row>({
            resource: page.name,
            pagination: { currentPage: pageNum, pageSize: limits.page.max },
            filters: crudFilters(page.filters, state.query),
            sorters: crudSorters(state.sort),
            meta: { signal: controller.signal },
          })
          return { rows: data, total: found ?? data.length }
        }
        for await (const { rows } of readAllRows(loadPage, limits.page.max, page.id))
          all.push(...rows)
        selection.setSelected(all, true)
      } catch (error) {
        if (!controller.signal.aborted) notifyFailure(error)
      } finally {
        setBusy(false)
      }
    },
  }
}

/**
 * The limit that the bulk actions have for ids; undefined if they take this number. Panels that call
 * for one row at a time have limits of their own.
 */
function maxTaken({ bulk, bulkPanels }: ListPage, count: number): number | undefined {
  const ids = Array.from({ length: count }, (_, index) => String(index + 1))
  const limitsOfCalls = [...bulk, ...bulkPanels].flatMap((action) => {
    const { call } = action
    const key = call && idListInput(call)
    const schema = call && key !== undefined ? shapeOf(call.input)[key] : undefined
    if (schema === undefined) return bulkPanels.some((panel) => panel === action) ? [] : [0]
    const result = validate(schema, ids)
    return result.ok ? [] : [result.issues[0]?.limit ?? 0]
  })
  return limitsOfCalls.length === 0 ? undefined : Math.min(...limitsOfCalls)
}
