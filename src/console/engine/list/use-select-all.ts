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

export type SelectAll = {
  readonly isBusy: boolean
  readonly run: () => Promise<void>
}

/** Undefined unless more rows match than are selected, and the bulk actions take all of them. */
export function useSelectAll(
  page: ListPage,
  { state, total, isTotalCapped }: List,
  selection: Selection,
): SelectAll | undefined {
  const dataProvider = useDataProvider()
  const [isBusy, setBusy] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const isOffered =
    selection.rows.length > 0 &&
    selection.rows.length < total &&
    !isTotalCapped &&
    takesMany(page, total)
  if (!isOffered) return undefined
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

/** Whether every bulk action takes this number of ids. */
function takesMany({ bulk, bulkPanels }: ListPage, count: number): boolean {
  const ids = Array.from({ length: count }, (_, index) => String(index + 1))
  return [...bulk, ...bulkPanels].every(({ call }) => {
    const key = call && idListInput(call)
    const schema = call && key !== undefined ? shapeOf(call.input)[key] : undefined
    return schema !== undefined && validate(schema, ids).ok
  })
}
