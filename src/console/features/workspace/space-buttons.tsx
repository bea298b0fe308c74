/** Actions on a space: hosts rename it, its owner deletes it, members leave it. */
import { useState } from 'react'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { t } from '#console/refine/i18n.ts'
import { notifyDone } from '#console/refine/notification.ts'
import { useConfirm } from '#console/engine/confirm.tsx'
import { BinIcon, LeaveIcon, PencilIcon } from '#ui/icons.tsx'
import { NameDialog } from '#console/engine/form/name-dialog.tsx'
import { useWorkspaceMutation } from '#console/features/workspace/use-workspace.ts'
import { spaces as calls, type Space } from '#contract/workspace.ts'
import { shapeOf } from '#contract/query.ts'
import { exactCount } from '#client/i18n/format.ts'

export function SpaceButtons({ space }: { space: Space }) {
  const { id, name, role, version, contactCount } = space
  const { make, refresh } = useWorkspaceMutation()
  const { ask, dialog } = useConfirm()
  const [renaming, setRenaming] = useState(false)
  const rename = async (to: string) => {
    await idempotentCall(calls.edit, { id, name: to, version })
    await refresh()
    notifyDone(t('workspace.rename.done'))
  }
  const remove = () =>
    ask({
      text: t('workspace.remove.question', {
        name,
        count: contactCount,
        shown: exactCount(contactCount),
      }),
      confirmLabel: t('workspace.remove.action'),
      danger: true,
      onConfirm: () => make(calls.remove, { id }, t('workspace.remove.done')),
    })
  const leave = () =>
    ask({
      text: t('workspace.leave.question', { name }),
      confirmLabel: t('workspace.leave.action'),
      danger: true,
      onConfirm: () => make(calls.leave, { id }, t('workspace.leave.done')),
    })
  return (
    <span className="space-buttons">
      {role !== 'member' && (
        <IconButton action={t('workspace.rename.action')} of={name} press={() => setRenaming(true)}>
          <PencilIcon />
        </IconButton>
      )}
      {role === 'owner' && (
        <IconButton action={t('workspace.remove.action')} of={name} press={() => void remove()}>
          <BinIcon />
        </IconButton>
      )}
      {role === 'member' && (
        <IconButton action={t('workspace.leave.action')} of={name} press={() => void leave()}>
          <LeaveIcon />
        </IconButton>
      )}
      {dialog}
      {renaming && (
        <NameDialog
          title={t('workspace.of', { action: t('workspace.rename.action'), name })}
          label={['workspace.name']}
          save={t('crud.form.save')}
          initial={name}
          schema={shapeOf(calls.edit.input)['name']!}
          onSave={rename}
          onClose={() => setRenaming(false)}
        />
      )}
    </span>
  )
}

export function IconButton({
  action,
  of: name,
  press,
  children,
}: {
  action: string
  of: string
  press: () => void
  children: React.ReactNode
}) {
  return (
    <button
      type="button"
      className="icon-button small"
      title={action}
      aria-label={t('workspace.of', { action, name })}
      onClick={press}
    >
      {children}
    </button>
  )
}
