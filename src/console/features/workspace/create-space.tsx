/** Creates a space with a name dialog, then selects it. */
import { useState, type ReactNode } from 'react'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { NameDialog } from '#console/engine/form/name-dialog.tsx'
import type { AsideProps } from '#console/engine/resource.ts'
import { useWorkspaceMutation } from '#console/features/workspace/use-workspace.ts'
import { t } from '#console/refine/i18n.ts'
import { notifyDone } from '#console/refine/notification.ts'
import { shapeOf } from '#contract/query.ts'
import { spaces } from '#contract/workspace.ts'

export function useCreateSpace(choose: AsideProps['choose']): {
  open: () => void
  dialog: ReactNode
} {
  const [isOpen, setOpen] = useState(false)
  const { refresh } = useWorkspaceMutation()
  const create = async (name: string) => {
    const created = await idempotentCall(spaces.create, { name })
    await refresh()
    choose(String(created.id))
    notifyDone(t('workspace.create.done'))
  }
  return {
    open: () => setOpen(true),
    dialog: isOpen && (
      <NameDialog
        title={t('workspace.create.action')}
        label={['workspace.name']}
        saveLabel={t('crud.form.save')}
        schema={shapeOf(spaces.create.input)['name']!}
        onSave={create}
        onClose={() => setOpen(false)}
      />
    ),
  }
}
