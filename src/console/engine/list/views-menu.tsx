/** Menu of saved views, and the dialogs and calls that change them. */
import { useEffect, useRef, useState } from 'react'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { useConfirm } from '#console/engine/confirm.tsx'
import { NameDialog } from '#console/engine/form/name-dialog.tsx'
import type { SavedViews, Task } from '#console/engine/list/saved-views.tsx'
import { t } from '#console/refine/i18n.ts'
import { notifyDone, notifyFailure } from '#console/refine/notification.ts'
import { listViews, viewLimits, type ListView } from '#contract/list-views.ts'
import { shapeOf } from '#contract/query.ts'
import { CheckIcon } from '#ui/icons.tsx'
import './views-menu.css'

export default function ViewsMenu({ saved }: { saved: SavedViews }) {
  const { views, failed, reload, current, changed, open, begin } = saved
  if (failed || !views) {
    return (
      <div className="views-menu">
        <p role="status">{failed ? t('crud.views.failed') : t('shell.loading')}</p>
        {failed && (
          <button type="button" className="text-button" onClick={() => void reload()}>
            {t('shell.retry')}
          </button>
        )}
      </div>
    )
  }
  const isFull = views.length >= viewLimits.onPage
  return (
    <div className="views-menu menu-list">
      {views.length === 0 ? (
        <p>{t('crud.views.empty')}</p>
      ) : (
        <div role="group" aria-label={t('crud.views.label')} className="menu-list">
          <Choice chosen={!current} press={() => open(undefined)}>
            {t('crud.views.none')}
          </Choice>
          {views.map((view) => (
            <Choice key={view.id} chosen={view === current} press={() => open(view)}>
              <span>{view.name}</span>
              {view.isDefault === 1 && <small>{t('crud.views.default')}</small>}
            </Choice>
          ))}
        </div>
      )}
      {current && (
        <div role="group" aria-label={current.name} className="menu-list">
          {changed && (
            <>
              <Press press={() => begin({ kind: 'save', view: current })}>
                {t('crud.views.save')}
              </Press>
              <Press press={() => open(current)}>{t('crud.views.discard')}</Press>
            </>
          )}
          <Press press={() => begin({ kind: 'rename', view: current })}>
            {t('crud.views.rename')}
          </Press>
          {current.isDefault === 1 ? (
            <Press press={() => begin({ kind: 'unsetDefault', view: current })}>
              {t('crud.views.unsetDefault')}
            </Press>
          ) : (
            <Press press={() => begin({ kind: 'setDefault', view: current })}>
              {t('crud.views.setDefault')}
            </Press>
          )}
          <button
            type="button"
            className="text-button danger"
            onClick={() => begin({ kind: 'remove', view: current })}
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
          onClick={() => begin({ kind: 'create' })}
        >
          {current ? t('crud.views.createOther') : t('crud.views.create')}
        </button>
        {isFull && <p>{t('crud.views.full', { count: viewLimits.onPage })}</p>}
      </div>
    </div>
  )
}

type Press = { press: () => void; children: React.ReactNode }

const Press = ({ press, children }: Press) => (
  <button type="button" className="text-button" onClick={press}>
    {children}
  </button>
)

function Choice({ chosen, press, children }: Press & { chosen: boolean }) {
  return (
    <button
      type="button"
      className="text-button view-choice"
      aria-current={chosen ? 'true' : undefined}
      onClick={press}
    >
      {chosen ? <CheckIcon /> : <i />}
      {children}
    </button>
  )
}

/** Dialog or call of a task. */
export function ViewTask({ saved, task }: { saved: SavedViews; task: Task }) {
  if (task.kind === 'create' || task.kind === 'rename')
    return <ViewNameDialog saved={saved} view={task.kind === 'rename' ? task.view : undefined} />
  if (task.kind === 'remove') return <RemoveQuestion saved={saved} view={task.view} />
  return <Work key={task.kind} saved={saved} kind={task.kind} view={task.view} />
}

/** Runs a task that asks for nothing. */
function Work({
  saved: { state, end, reload },
  kind,
  view,
}: {
  saved: SavedViews
  kind: 'save' | 'setDefault' | 'unsetDefault'
  view: ListView
}) {
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const { id, name, version } = view
    const work =
      kind === 'save'
        ? idempotentCall(listViews.edit, { id, name, query: state, version })
        : idempotentCall(listViews.setDefault, { id, isDefault: kind === 'setDefault' ? 1 : 0 })
    void work
      .then(() => notifyDone(t(`crud.views.done.${kind}`)))
      .catch(notifyFailure)
      .then(reload)
      .finally(end)
    // oxlint-disable-next-line react/exhaustive-deps -- runs once per task.
  }, [])
  return null
}

function RemoveQuestion({ saved, view }: { saved: SavedViews; view: ListView }) {
  const { ask, dialog } = useConfirm()
  const asked = useRef(false)
  const { end, open, reload } = saved
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    const work = async () => {
      try {
        await idempotentCall(listViews.remove, { id: view.id })
        open(undefined)
        notifyDone(t('crud.views.done.remove'))
        return true
      } catch (error) {
        notifyFailure(error)
        return false
      } finally {
        await reload()
      }
    }
    const text = t('crud.views.question', { name: view.name })
    void ask({ text, yes: t('crud.views.remove'), danger: true, work }).finally(end)
    // oxlint-disable-next-line react/exhaustive-deps -- asks once per task.
  }, [])
  return dialog
}

/** Names a new view or renames one. */
function ViewNameDialog({ saved, view }: { saved: SavedViews; view: ListView | undefined }) {
  const { page, state, views = [], open, end, reload } = saved
  const [opens, setOpens] = useState(false)

  const save = async (name: string) => {
    if (view) {
      const { query, version } = view
      await idempotentCall(listViews.edit, { id: view.id, name, query, version })
      return
    }
    const made = await idempotentCall(listViews.create, { page, name, query: state })
    open(made)
    if (opens) await idempotentCall(listViews.setDefault, { id: made.id, isDefault: 1 })
  }
  const saveAndReload = async (name: string) => {
    try {
      await save(name)
    } catch (error) {
      void reload()
      throw error
    }
    await reload()
    notifyDone(t(view ? 'crud.views.done.rename' : 'crud.views.done.create'))
  }

  return (
    <NameDialog
      title={view ? t('crud.views.renameOf', { name: view.name }) : t('crud.views.create')}
      label={['crud.views.name']}
      save={t('crud.form.save')}
      initial={view?.name ?? ''}
      schema={shapeOf(listViews.create.input)['name']!}
      check={(name) => takenBy(views, name, view)}
      onSave={saveAndReload}
      onClose={end}
    >
      {!view && (
        <label className="view-default">
          <input
            type="checkbox"
            checked={opens}
            onChange={({ target }) => setOpens(target.checked)}
          />
          {t('crud.views.asDefault')}
        </label>
      )}
    </NameDialog>
  )
}

/** Error sentence if another view of the page has the name. */
function takenBy(views: readonly ListView[], name: string, own: ListView | undefined) {
  const plain = (text: string) => text.trim().normalize().toLowerCase()
  const isTaken = views.some((one) => one.id !== own?.id && plain(one.name) === plain(name))
  return isTaken ? t('rules.taken', { field: t('crud.views.name') }) : undefined
}
