/** Actions on a space: hosts rename it, its owner deletes it, all others leave it (spec 2.38). */
import { lazy, Suspense, useState } from 'react'
import { t } from '#console/refine/i18n.ts'
import { useConfirm } from '#console/engine/confirm.tsx'
import { BinIcon, LeaveIcon, PencilIcon } from '#ui/icons.tsx'
import { useWorkspaceMutation } from '#console/features/workspace/use-workspace.ts'
import { spaces as calls, type Space } from '#contract/workspace.ts'
import { exactCount } from '#client/i18n/format.ts'

const RenameSpace = lazy(() =>
  import('#console/features/workspace/space-dialogs.tsx').then(({ RenameSpace: dialog }) => ({
    default: dialog,
  })),
)

export function SpaceButtons({ space }: { space: Space }) {
  const { id, name, role, contactCount } = space
  const { mutate } = useWorkspaceMutation()
  const { ask, dialog } = useConfirm()
  const [isRenaming, setRenaming] = useState(false)
  const remove = () =>
    ask({
      text: t('workspace.remove.question', {
        name,
        count: contactCount,
        shown: exactCount(contactCount),
      }),
      confirmLabel: t('workspace.remove.action'),
      danger: true,
      onConfirm: () => mutate(calls.remove, { id }, t('workspace.remove.done')),
    })
  const leave = () =>
    ask({
      text: t(role === 'main' ? 'workspace.leave.questionMain' : 'workspace.leave.question', {
        name,
      }),
      confirmLabel: t('workspace.leave.action'),
      danger: true,
      onConfirm: () => mutate(calls.leave, { id }, t('workspace.leave.done')),
    })
  return (
    <span className="space-buttons">
      {role !== 'member' && (
        <IconButton
          action={t('workspace.rename.action')}
          name={name}
          onClick={() => setRenaming(true)}
        >
          <PencilIcon />
        </IconButton>
      )}
      {role === 'owner' ? (
        <IconButton action={t('workspace.remove.action')} name={name} onClick={() => void remove()}>
          <BinIcon />
        </IconButton>
      ) : (
        <IconButton action={t('workspace.leave.action')} name={name} onClick={() => void leave()}>
          <LeaveIcon />
        </IconButton>
      )}
      {dialog}
      {isRenaming && (
        <Suspense fallback={null}>
          <RenameSpace space={space} close={() => setRenaming(false)} />
        </Suspense>
      )}
    </span>
  )
}

export function IconButton({
  action,
  name,
  onClick,
  children,
}: {
  action: string
  /** Name of the thing that the action applies to. */
  name: string
  onClick: () => void
  children: React.ReactNode
}) {
  return (
    <button
      type="button"
      className="icon-button small"
      title={action}
      aria-label={t('workspace.of', { action, name })}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
