/** Menu of saved views, and the dialogs and calls that change them. */
import { lazy, Suspense, useEffect, useRef } from 'react'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { useConfirm } from '#console/engine/confirm.tsx'
import type { SavedViews, Task } from '#console/engine/list/saved-views.tsx'
import { t } from '#console/refine/i18n.ts'
import { notifyDone, notifyFailure } from '#console/refine/notification.ts'
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
  if (task.kind === 'remove') return <RemoveQuestion saved={saved} view={task.view} />
  return <RunTask key={task.kind} saved={saved} kind={task.kind} view={task.view} />
}

/** Runs a task that needs no input. */
function RunTask({
  saved: { state, endTask, reload },
  kind,
  view,
}: {
  saved: SavedViews
  kind: 'save' | 'setDefault' | 'unsetDefault'
  view: SavedView
}) {
  const isStarted = useRef(false)
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    const { id, name, version } = view
    const request =
      kind === 'save'
        ? idempotentCall(listViews.edit, { id, name, query: state, version })
        : idempotentCall(listViews.setDefault, { id, isDefault: kind === 'setDefault' ? 1 : 0 })
    void request
      .then(() => notifyDone(t(`crud.views.done.${kind}`)))
      .catch(notifyFailure)
      .then(reload)
      .finally(endTask)
    // oxlint-disable-next-line react/exhaustive-deps -- runs once per task.
  }, [])
  return null
}

function RemoveQuestion({ saved, view }: { saved: SavedViews; view: SavedView }) {
  const { ask, dialog } = useConfirm()
  const isAsked = useRef(false)
  const { endTask, open, reload } = saved
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    const remove = async () => {
      try {
        await idempotentCall(listViews.remove, { id: view.id })
      } catch (error) {
        notifyFailure(error)
        await reload()
        return false
      }
      // First, so that a page loaded next does not open the removed view as its default.
      await reload()
      open(undefined)
      notifyDone(t('crud.views.done.remove'))
      return true
    }
    const text = t('crud.views.question', { name: view.name })
    void ask({
      text,
      confirmLabel: t('crud.views.remove'),
      danger: true,
      onConfirm: remove,
    }).finally(endTask)
    // oxlint-disable-next-line react/exhaustive-deps -- asks once per task.
  }, [])
  return dialog
}
