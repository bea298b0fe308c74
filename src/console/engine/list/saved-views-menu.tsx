/** Menu of saved views, and the dialogs and calls that change them. */
import { lazy, Suspense, useEffect, useRef } from 'react'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import type { SavedViews, Task } from '#console/engine/list/saved-views.tsx'
import { t } from '#console/refine/i18n.ts'
import { notifyFailure, notifyUndoable } from '#console/refine/notification.ts'
import { listViews, savedViewLimits, type SavedView } from '#contract/saved-views.ts'
import { CheckIcon } from '#ui/icons.tsx'
import './saved-views-menu.css'

export default function ViewsMenu({ saved }: { saved: SavedViews }) {
  const { views, hasFailed, reload, current, isChanged, open, startTask } = saved
  if (hasFailed || !views) {
    return (
      <div className="views-menu">
        <p role="status">{hasFailed ? t('crud.views.failed') : t('shell.loading')}</p>
        {hasFailed && (
          <button type="button" className="text-button" onClick={() => void reload()}>
            {t('shell.retry')}
          </button>
        )}
      </div>
    )
  }
  const isFull = views.length >= savedViewLimits.onPage
  return (
    <div className="views-menu menu-list">
      {views.length === 0 ? (
        <p>{t('crud.views.empty')}</p>
      ) : (
        <div role="group" aria-label={t('crud.views.label')} className="menu-list">
          <ViewOption chosen={!current} onClick={() => open(undefined)}>
            {t('crud.views.none')}
          </ViewOption>
          {views.map((view) => (
            <ViewOption key={view.id} chosen={view === current} onClick={() => open(view)}>
              <span>{view.name}</span>
              {view.isDefault === 1 && <small>{t('crud.views.default')}</small>}
            </ViewOption>
          ))}
        </div>
      )}
      {current && (
        <div role="group" aria-label={current.name} className="menu-list">
          {isChanged && (
            <>
              <MenuButton onClick={() => startTask({ kind: 'save', view: current })}>
                {t('crud.views.save')}
              </MenuButton>
              <MenuButton onClick={() => open(current)}>{t('crud.views.discard')}</MenuButton>
            </>
          )}
          <MenuButton onClick={() => startTask({ kind: 'rename', view: current })}>
            {t('crud.views.rename')}
          </MenuButton>
          {current.isDefault === 1 ? (
            <MenuButton onClick={() => startTask({ kind: 'unsetDefault', view: current })}>
              {t('crud.views.unsetDefault')}
            </MenuButton>
          ) : (
            <MenuButton onClick={() => startTask({ kind: 'setDefault', view: current })}>
              {t('crud.views.setDefault')}
            </MenuButton>
          )}
          <button
            type="button"
            className="text-button danger"
            onClick={() => startTask({ kind: 'remove', view: current })}
          >
            {t('crud.views.remove')}
          </button>
        </div>
      )}
      <div className="menu-list">
        <button
          type="button"
          className="text-button"
          disabled={isFull}
          onClick={() => startTask({ kind: 'create' })}
        >
          {current ? t('crud.views.createOther') : t('crud.views.create')}
        </button>
        {isFull && <p>{t('crud.views.full', { count: savedViewLimits.onPage })}</p>}
      </div>
    </div>
  )
}

type MenuButtonProps = { onClick: () => void; children: React.ReactNode }

const MenuButton = ({ onClick, children }: MenuButtonProps) => (
  <button type="button" className="text-button" onClick={onClick}>
    {children}
  </button>
)

function ViewOption({ chosen, onClick, children }: MenuButtonProps & { chosen: boolean }) {
  return (
    <button
      type="button"
      className="text-button view-choice"
      aria-current={chosen ? 'true' : undefined}
      onClick={onClick}
    >
      {chosen ? <CheckIcon /> : <i />}
      {children}
    </button>
  )
}

const ViewDialog = lazy(() => import('#console/engine/list/saved-view-dialog.tsx'))

/** Dialog or request of a task. */
export function ViewTask({ saved, task }: { saved: SavedViews; task: Task }) {
  if (task.kind === 'create' || task.kind === 'rename')
    return (
      <Suspense fallback={null}>
        <ViewDialog saved={saved} view={task.kind === 'rename' ? task.view : undefined} />
      </Suspense>
    )
  return <RunTask key={task.kind} saved={saved} kind={task.kind} view={task.view} />
}

/** Runs a task that needs no input, and offers to undo it. */
function RunTask({
  saved,
  kind,
  view,
}: {
  saved: SavedViews
  kind: 'save' | 'setDefault' | 'unsetDefault' | 'remove'
  view: SavedView
}) {
  const isStarted = useRef(false)
  const { endTask, open, reload } = saved
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    const finish = async () => {
      try {
        const undo = await changeView(saved, kind, view)
        // First, so that a page loaded next does not open a removed view as its default.
        await reload()
        if (kind === 'remove') open(undefined)
        notifyUndoable(t(`crud.views.done.${kind}`), () => undo().finally(reload), 'view')
      } catch (error) {
        notifyFailure(error)
        await reload()
      }
    }
    void finish().finally(endTask)
    // oxlint-disable-next-line react/exhaustive-deps -- runs once per task.
  }, [])
  return null
}

/** Changes a view. Resolves to the function that takes the change back. */
async function changeView(
  { page, state, views, open }: SavedViews,
  kind: 'save' | 'setDefault' | 'unsetDefault' | 'remove',
  { id, name, query, version, isDefault }: SavedView,
): Promise<() => Promise<unknown>> {
  const makeDefault = (viewId: SavedView['id'], flag: 0 | 1) =>
    idempotentCall(listViews.setDefault, { id: viewId, isDefault: flag }, { quiet: true })
  if (kind === 'save') {
    const saved = await idempotentCall(listViews.edit, { id, name, query: state, version })
    return () =>
      idempotentCall(
        listViews.edit,
        { id, name: saved.name, query, version: saved.version },
        { quiet: true },
      )
  }
  if (kind === 'remove') {
    await idempotentCall(listViews.remove, { id })
    const { pathname } = location
    return async () => {
      const restored = await idempotentCall(
        listViews.create,
        { page, name, query },
        { quiet: true },
      )
      if (isDefault === 1) await makeDefault(restored.id, 1)
      if (location.pathname === pathname) open(restored)
    }
  }
  const earlier = views?.find((view) => view.isDefault === 1 && view.id !== id)
  await idempotentCall(listViews.setDefault, { id, isDefault: kind === 'setDefault' ? 1 : 0 })
  return () => (earlier ? makeDefault(earlier.id, 1) : makeDefault(id, isDefault))
}
