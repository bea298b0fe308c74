/** Creates a space with a name dialog, then selects it. */
import { useState, type ReactNode } from 'react'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import type { AsideProps } from '#console/engine/resource.ts'
import { t } from '#console/refine/i18n.ts'
import { notifyDone } from '#console/refine/notification.ts'
import { NameDialog } from '#console/features/workspace/name-dialog.tsx'
import { useWorkspaceMutation } from '#console/features/workspace/use-workspace.ts'
import { shapeOf } from '#contract/query.ts'
import { spaces } from '#contract/spaces.ts'

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
        save={t('pages.form.save')}
        schema={shapeOf(spaces.create.input)['name']!}
        onSave={create}
        onClose={() => setOpen(false)}
      />
    ),
  }
}
