/** Dialogs that create a space, rename it, and invite somebody to it. */
import { CallDialog } from '#console/engine/form/call-dialog.tsx'
import { callItems } from '#console/engine/form/use-call-form.ts'
import type { AsideProps } from '#console/engine/resource.ts'
import { useWorkspaceMutation } from '#console/features/workspace/use-workspace.ts'
import { t } from '#console/refine/i18n.ts'
import { spaceInvitations, spaceLimits, spaces, type Space } from '#contract/workspace.ts'

type CreateProps = { choose: AsideProps['choose']; close: () => void }
type SpaceProps = { space: Space; close: () => void }

export function CreateSpace({ choose, close }: CreateProps) {
  const { refresh } = useWorkspaceMutation()
  return (
    <CallDialog
      name="space"
      resource="contacts"
      title={t('workspace.create.action')}
      call={spaces.create}
      items={callItems(spaces.create, { name: { label: t('workspace.name') } })}
      fixed={{}}
      saveLabel={t('crud.form.save')}
      done={() => t('workspace.create.done')}
      onSaved={async ({ id }) => {
        await refresh()
        choose(String(id))
        close()
      }}
      close={close}
    />
  )
}

export function RenameSpace({ space: { id, name, version }, close }: SpaceProps) {
  const { refresh } = useWorkspaceMutation()
  return (
    <CallDialog
      name="space"
      resource="contacts"
      title={t('workspace.of', { action: t('workspace.rename.action'), name })}
      call={spaces.edit}
      items={callItems(spaces.edit, { name: { label: t('workspace.name') } })}
      initialValues={{ name }}
      fixed={{ id, version }}
      saveLabel={t('crud.form.save')}
      done={() => t('workspace.rename.done')}
      onSaved={() => refresh().then(close)}
      close={close}
    />
  )
}

export function Invite({ space: { id, name }, close }: SpaceProps) {
  const { refresh } = useWorkspaceMutation()
  const help = t('workspace.invite.help', { name })
  return (
    <CallDialog
      name="invitation"
      resource="contacts"
      title={t('workspace.invite.action')}
      call={spaceInvitations.create}
      items={callItems(spaceInvitations.create, {
        account: { label: t('workspace.invite.name'), help },
      })}
      fixed={{ spaceId: id }}
      saveLabel={t('workspace.invite.send')}
      done={() => t('workspace.invite.done', { days: spaceLimits.invitationDays })}
      onSaved={() => refresh().then(close)}
      close={close}
    />
  )
}
