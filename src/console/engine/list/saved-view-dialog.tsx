/** Dialog that names a new saved view or renames one. */
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { CallDialog } from '#console/engine/form/call-dialog.tsx'
import { callItems } from '#console/engine/form/use-call-form.ts'
import type { SavedViews } from '#console/engine/list/saved-views.tsx'
import { t } from '#console/refine/i18n.ts'
import { notifyFailure } from '#console/refine/notification.ts'
import { listViews, type SavedView } from '#contract/saved-views.ts'

type Props = { saved: SavedViews; view: SavedView | undefined }

export default function ViewDialog({ saved, view }: Props) {
  const { page, state, views = [], open, endTask, reload } = saved
  const name = {
    label: t('crud.views.name'),
    check: { error: (typed: unknown) => nameTakenError(views, String(typed), view) },
  }
  const dialog = {
    name: 'view',
    resource: page,
    saveLabel: t('crud.form.save'),
    onRefused: reload,
    close: endTask,
  }
  if (view)
    return (
      <CallDialog
        {...dialog}
        title={t('crud.views.renameOf', { name: view.name })}
        call={listViews.edit}
        items={callItems(listViews.edit, { name })}
        initialValues={{ name: view.name }}
        fixed={{ id: view.id, query: view.query, version: view.version }}
        done={() => t('crud.views.done.rename')}
        onSaved={() => reload().then(endTask)}
      />
    )
  return (
    <CallDialog
      {...dialog}
      title={t('crud.views.create')}
      call={listViews.create}
      items={[
        ...callItems(listViews.create, { name }),
        ...callItems(listViews.setDefault, { isDefault: { label: t('crud.views.asDefault') } }),
      ]}
      initialValues={{ isDefault: 0 }}
      fixed={{ page, query: state }}
      done={() => t('crud.views.done.create')}
      onSaved={async (created, { isDefault }) => {
        open(created)
        if (isDefault === 1)
          await idempotentCall(listViews.setDefault, { id: created.id, isDefault }).catch(
            notifyFailure,
          )
        await reload()
        endTask()
      }}
    />
  )
}

/** Error sentence if another view of the page has the name. */
function nameTakenError(views: readonly SavedView[], name: string, own: SavedView | undefined) {
  const normalize = (text: string) => text.trim().normalize().toLowerCase()
  const isTaken = views.some(
    (view) => view.id !== own?.id && normalize(view.name) === normalize(name),
  )
  return isTaken ? t('rules.taken', { field: t('crud.views.name') }) : undefined
}
