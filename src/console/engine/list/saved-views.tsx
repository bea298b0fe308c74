/** Saved views of a list: the button with the open view, and the line about unsaved changes. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { call } from '#client/api/call.ts'
import { quietMoment } from '#client/quiet-moment.ts'
import { storeDefaultViews } from '#client/default-views.ts'
import { currentSession } from '#client/session/session.ts'
import { kindOf } from '#console/engine/fields/field-types.ts'
import type { ColumnsShown } from '#console/engine/list/columns.tsx'
import { valuesOf } from '#console/engine/list/list-state.ts'
import type { List } from '#console/engine/list/use-list.ts'
import { hiddenKey, storedState, viewIn } from '#console/engine/list/view-address.ts'
import type { ListPage } from '#console/engine/page-model.ts'
import { useOffers } from '#console/refine/capabilities.ts'
import { t } from '#console/refine/i18n.ts'
import type { Found } from '#console/refine/reference-data.ts'
import { listViews, type ListView } from '#contract/list-views.ts'
import { ViewIcon } from '#ui/icons.tsx'
import { Popover } from '#ui/popover.tsx'
import { showToast } from '#ui/toasts.tsx'

const loadMenu = () => import('#console/engine/list/views-menu.tsx')
const ViewsMenu = lazy(loadMenu)
const ViewTask = lazy(() => loadMenu().then(({ ViewTask: task }) => ({ default: task })))

/** What the user does to a view; `save` replaces its state. */
export type Task = { readonly kind: 'create' } | { readonly kind: OnView; readonly view: ListView }
type OnView = 'rename' | 'remove' | 'save' | 'setDefault' | 'unsetDefault'

export type SavedViews = {
  /** Name of the list page. */
  readonly page: string
  /** Views of the page by name; undefined until loaded. */
  readonly views: readonly ListView[] | undefined
  readonly failed: boolean
  /** Loads the views again and updates the cached default ones. */
  readonly reload: () => Promise<void>
  /** The open view. */
  readonly current: ListView | undefined
  /** Whether the list's state differs from that of the open view. */
  readonly changed: boolean
  /** State of the list as a view stores it. */
  readonly state: string
  readonly open: (view: ListView | undefined) => void
  readonly begin: (task: Task) => void
  readonly task: Task | undefined
  readonly end: () => void
}

/** Undefined if the backend has no saved views, and in a read-only session. */
export function useSavedViews(
  page: ListPage,
  list: List,
  { hidden }: Pick<ColumnsShown, 'hidden'>,
  found: Found,
): SavedViews | undefined {
  const offers = useOffers()
  const isOffered = offers(listViews.list) && offers(listViews.create)
  // The rows are shown first.
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (list.loading) return
    let isMounted = true
    void quietMoment().then(() => isMounted && setIdle(true))
    return () => void (isMounted = false)
  }, [list.loading])
  const { data, isError } = useQuery({ ...viewsQuery, enabled: isOffered && isIdle })
  const cache = useQueryClient()
  const [task, begin] = useState<Task>()
  const views = data?.filter((view) => view.page === page.name)
  const id = viewIn(list.params)
  const current = views?.find((view) => String(view.id) === id)
  const withColumns = new URLSearchParams(list.params)
  withColumns.set(hiddenKey, hidden.join(','))
  const state = storedState(page, withColumns)
  useDropStale(page, list, found, current)
  if (!isOffered) return undefined
  return {
    page: page.name,
    views,
    failed: isError && !data,
    reload: () => cache.invalidateQueries({ queryKey: viewsQuery.queryKey }),
    current,
    changed:
      current !== undefined && storedState(page, new URLSearchParams(current.query)) !== state,
    state,
    open: (view) => list.open(view && { id: String(view.id), query: view.query }),
    begin,
    task,
    end: () => begin(undefined),
  }
}

/** All views of the user, so that each page knows its default one before it is opened. */
const viewsQuery = {
  queryKey: ['listViews'],
  staleTime: 5 * 60_000,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ListView[]> => {
    const userId = currentSession()?.userId
    const views = await call(listViews.list, {}, { signal, quiet: true })
    const defaults = views.filter(({ isDefault }) => isDefault === 1)
    if (userId !== undefined && userId === currentSession()?.userId)
      storeDefaultViews(
        userId,
        Object.fromEntries(
          defaults.map(({ id, page, query }) => [page, { id: String(id), query }]),
        ),
      )
    return views
  },
}

/** Removes filters of the open view whose values no longer exist, such as a deleted sub-account. */
function useDropStale(page: ListPage, list: List, found: Found, current: ListView | undefined) {
  const { change, state } = list
  const stored = new URLSearchParams(current?.query)
  const stale = !current
    ? []
    : page.filters.filter(({ inAside, keys: [key], fieldType }) => {
        const [value = ''] = valuesOf({ keys: [key] } as never, state.query)
        const { exists } = kindOf(fieldType)
        return (
          !inAside &&
          value !== '' &&
          stored.get(key) === value &&
          exists?.(value, found(fieldType)) === false
        )
      })
  const keys = stale.map(({ key }) => key).join(',')
  useEffect(() => {
    if (keys === '') return
    change({ filters: Object.fromEntries(keys.split(',').map((key) => [key, []])) }, true)
    showToast({ key: 'stale-view', tone: 'info', text: t('crud.views.dropped') })
  }, [keys, change])
}

export function ViewsButton({ saved }: { saved: SavedViews }) {
  const { current, changed } = saved
  const name = current
    ? t(changed ? 'crud.views.currentChanged' : 'crud.views.current', { name: current.name })
    : t('crud.views.label')
  return (
    <>
      <span
        className="views-button"
        onPointerEnter={() => void loadMenu()}
        onFocus={() => void loadMenu()}
      >
        <Popover
          className="button"
          name={name}
          label={
            <>
              <ViewIcon />
              <span className="view-name">{current?.name ?? t('crud.views.label')}</span>
              {changed && <i className="view-changed" />}
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

/** Says that the open view has unsaved changes. */
export function ViewChanges({ saved: { current, changed, open, begin } }: { saved: SavedViews }) {
  if (!current || !changed) return null
  return (
    <output className="selected">
      {t('crud.views.changed', { name: current.name })}
      <button
        type="button"
        className="text-button"
        onClick={() => begin({ kind: 'save', view: current })}
      >
        {t('crud.views.save')}
      </button>
      <button type="button" className="text-button" onClick={() => open(current)}>
        {t('crud.views.discard')}
      </button>
    </output>
  )
}
