/** Menu of saved views, and the dialogs and calls that change them. */
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { errorMessage, isRefusal } from '#client/api/error-message.ts'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { useConfirm } from '#console/engine/confirm.tsx'
import { CancelButton, FormDialog } from '#console/engine/form/form-dialog.tsx'
import { validationErrorOf } from '#console/engine/form/form-values.ts'
import type { SavedViews, Task } from '#console/engine/list/saved-views.tsx'
import { t, messageOf } from '#console/refine/i18n.ts'
import { notifyDone, notifyFailure, wordsOf } from '#console/refine/notification.ts'
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
    return <NameDialog saved={saved} view={task.kind === 'rename' ? task.view : undefined} />
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
function NameDialog({ saved, view }: { saved: SavedViews; view: ListView | undefined }) {
  const { page, state, views = [], open, end, reload } = saved
  const id = useId()
  const [name, setName] = useState(view?.name ?? '')
  const [opens, setOpens] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const [saving, setSaving] = useState(false)
  const label = ['crud.views.name']

  const save = async () => {
    if (view) {
      const { query, version } = view
      await idempotentCall(listViews.edit, { id: view.id, name: name.trim(), query, version })
      return
    }
    const made = await idempotentCall(listViews.create, { page, name: name.trim(), query: state })
    open(made)
    if (opens) await idempotentCall(listViews.setDefault, { id: made.id, isDefault: 1 })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (saving) return
    const schema = shapeOf(listViews.create.input)['name']!
    const item = { key: 'name', label, means: { kind: 'text' } as const, schema, empty: undefined }
    const error = validationErrorOf(item, name) ?? takenBy(views, name, view)
    setWrong(error)
    if (error) return
    setSaving(true)
    try {
      await save()
      await reload()
      notifyDone(t(view ? 'crud.views.done.rename' : 'crud.views.done.create'))
      end()
    } catch (error) {
      setSaving(false)
      setWrong(isRefusal(error) ? wordsOf(error).text : errorMessage(error, messageOf).text)
      void reload()
    }
  }

  return (
    <FormDialog
      title={view ? t('crud.views.renameOf', { name: view.name }) : t('crud.views.create')}
      busy={saving}
      onClose={end}
    >
      <form noValidate className="view-form" onSubmit={(event) => void submit(event)}>
        <label htmlFor={id}>{t('crud.views.name')}</label>
        <input
          id={id}
          data-first
          className="control"
          autoComplete="off"
          spellCheck={false}
          value={name}
          aria-invalid={wrong !== undefined}
          aria-describedby={`${id}-wrong`}
          onChange={({ target }) => {
            setName(target.value)
            setWrong(undefined)
          }}
        />
        <p id={`${id}-wrong`} className="wrong" role="alert">
          {wrong}
        </p>
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
        <div className="dialog-actions">
          <CancelButton disabled={saving}>{t('crud.form.cancel')}</CancelButton>
          <button type="submit" className="button primary" disabled={saving} aria-busy={saving}>
            {saving ? t('crud.form.saving') : t('crud.form.save')}
          </button>
        </div>
      </form>
    </FormDialog>
  )
}

/** Error sentence if another view of the page has the name. */
function takenBy(views: readonly ListView[], name: string, own: ListView | undefined) {
  const plain = (text: string) => text.trim().normalize().toLowerCase()
  const isTaken = views.some((one) => one.id !== own?.id && plain(one.name) === plain(name))
  return isTaken ? t('rules.taken', { field: t('crud.views.name') }) : undefined
}
