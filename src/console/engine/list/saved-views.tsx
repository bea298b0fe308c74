/** Saved views of a list: the button with the open view, and the line about unsaved changes. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { call } from '#client/api/call.ts'
import { waitUntilIdle } from '#client/wait-until-idle.ts'
import { storeDefaultSavedViews } from '#client/default-saved-views.ts'
import { currentSession } from '#client/session/session.ts'
import { getFieldTypeUi } from '#console/engine/fields/field-types.ts'
import { valuesOf } from '#console/engine/list/list-state.ts'
import type { List } from '#console/engine/list/use-list.ts'
import { hiddenKey, storedState, viewIdIn } from '#console/engine/list/saved-view-address.ts'
import type { ListPage } from '#console/engine/page-model.ts'
import { t } from '#console/refine/i18n.ts'
import { listViews, type SavedView } from '#contract/saved-views.ts'
import { ViewIcon } from '#ui/icons.tsx'
import { Popover } from '#ui/popover.tsx'
import { showToast } from '#ui/toasts.tsx'
import type { ColumnVisibility } from '#console/engine/list/columns.tsx'
import { useCanUse } from '#console/refine/capabilities.ts'
import type { GetLookupData } from '#console/engine/resource.ts'
import { preloadOnIntent } from '#console/ui/preload-on-intent.ts'

const loadMenu = () => import('#console/engine/list/saved-views-menu.tsx')
const ViewsMenu = lazy(loadMenu)
const ViewTask = lazy(() => loadMenu().then(({ ViewTask: task }) => ({ default: task })))

/** Change to a view in progress, with a dialog or a request; `save` replaces the view's state. */
export type Task =
  | { readonly kind: 'create' }
  | { readonly kind: ViewChange; readonly view: SavedView }
type ViewChange = 'rename' | 'remove' | 'save' | 'setDefault' | 'unsetDefault'

export type SavedViews = {
  /** Name of the list page. */
  readonly page: string
  /** Views of the page by name; undefined until loaded. */
  readonly views: readonly SavedView[] | undefined
  readonly hasFailed: boolean
  /** Loads the views again and updates the cached default ones. */
  readonly reload: () => Promise<void>
  /** The open view. */
  readonly current: SavedView | undefined
  /** Whether the list's state differs from that of the open view. */
  readonly isChanged: boolean
  /** State of the list as a view stores it. */
  readonly state: string
  readonly open: (view: SavedView | undefined) => void
  readonly startTask: (task: Task) => void
  readonly task: Task | undefined
  readonly endTask: () => void
}

/** Undefined if the backend has no saved views, and in a read-only session. */
export function useSavedViews(
  page: ListPage,
  list: List,
  { hidden }: Pick<ColumnVisibility, 'hidden'>,
  getLookupData: GetLookupData,
): SavedViews | undefined {
  const canUse = useCanUse()
  const isOffered = canUse(listViews.list) && canUse(listViews.create)
  // Loads the views only after the rows.
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (list.loading) return
    let isMounted = true
    void waitUntilIdle().then(() => isMounted && setIdle(true))
    return () => void (isMounted = false)
  }, [list.loading])
  const { data, isError } = useQuery({ ...viewsQuery, enabled: isOffered && isIdle })
  const cache = useQueryClient()
  const [task, startTask] = useState<Task>()
  const views = data?.filter((view) => view.page === page.name)
  const id = viewIdIn(list.params)
  const current = views?.find((view) => String(view.id) === id)
  const params = new URLSearchParams(list.params)
  params.set(hiddenKey, hidden.join(','))
  const state = storedState(page, params)
  useStaleFilterRemoval(page, list, getLookupData, current)
  if (!isOffered) return undefined
  return {
    page: page.name,
    views,
    hasFailed: isError && !data,
    reload: () => cache.invalidateQueries({ queryKey: viewsQuery.queryKey }),
    current,
    isChanged:
      current !== undefined && storedState(page, new URLSearchParams(current.query)) !== state,
    state,
    open: (view) => list.openView(view && { id: String(view.id), query: view.query }),
    startTask,
    task,
    endTask: () => startTask(undefined),
  }
}

/** Views of all pages, so that the default view of each page is known before the page opens. */
const viewsQuery = {
  queryKey: ['listViews'],
  staleTime: 5 * 60_000,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<SavedView[]> => {
    const userId = currentSession()?.userId
    const views = await call(listViews.list, {}, { signal, quiet: true })
    const defaults = views.filter(({ isDefault }) => isDefault === 1)
    if (userId !== undefined && userId === currentSession()?.userId)
      storeDefaultSavedViews(
        userId,
        Object.fromEntries(
          defaults.map(({ id, page, query }) => [page, { id: String(id), query }]),
        ),
      )
    return views
  },
}

/** Removes filters of the open view whose values no longer exist, such as a deleted sub-account. */
function useStaleFilterRemoval(
  page: ListPage,
  list: List,
  getLookupData: GetLookupData,
  current: SavedView | undefined,
) {
  const { change, state } = list
  const stored = new URLSearchParams(current?.query)
  const stale = !current
    ? []
    : page.filters.filter(({ inAside, keys: [key], fieldType }) => {
        const [value = ''] = valuesOf({ keys: [key] }, state.query)
        const { exists } = getFieldTypeUi(fieldType)
        return (
          !inAside &&
          value !== '' &&
          stored.get(key) === value &&
          exists?.(value, getLookupData(fieldType)) === false
        )
      })
  const keys = stale.map(({ key }) => key).join(',')
  useEffect(() => {
    if (keys === '') return
    change(
      { filters: Object.fromEntries(keys.split(',').map((key) => [key, []])) },
      { replaceHistory: true },
    )
    showToast({ key: 'stale-view', tone: 'info', text: t('crud.views.dropped') })
  }, [keys, change])
}

export function ViewsButton({ saved }: { saved: SavedViews }) {
  const { current, isChanged } = saved
  const name = current
    ? t(isChanged ? 'crud.views.currentChanged' : 'crud.views.current', { name: current.name })
    : t('crud.views.label')
  return (
    <>
      <span className="views-button" {...preloadOnIntent(loadMenu)}>
        <Popover
          className="button"
          name={name}
          label={
            <>
              <ViewIcon />
              <span className="view-name" data-open={current !== undefined}>
                {current?.name ?? t('crud.views.label')}
              </span>
              {isChanged && <i className="view-changed" />}
            </>
          }
          lazy
          closeOnClick
        >
          <Suspense fallback={<div className="views-menu" />}>
            <ViewsMenu saved={saved} />
          </Suspense>
        </Popover>
      </span>
      {saved.task && (
        <Suspense fallback={null}>
          <ViewTask saved={saved} task={saved.task} />
        </Suspense>
      )}
    </>
  )
}

/** Hint that the open view has unsaved changes, with buttons to save or discard them. */
export function ViewChanges({
  saved: { current, isChanged, open, startTask },
}: {
  saved: SavedViews
}) {
  if (!current || !isChanged) return null
  return (
    <output className="selected">
      {t('crud.views.changed', { name: current.name })}
      <button
        type="button"
        className="text-button"
        onClick={() => startTask({ kind: 'save', view: current })}
      >
        {t('crud.views.save')}
      </button>
      <button type="button" className="text-button" onClick={() => open(current)}>
        {t('crud.views.discard')}
      </button>
    </output>
  )
}
