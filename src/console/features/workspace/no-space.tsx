/** Empty state instead of the contacts of a user without a space: create the first one. */
import { State } from '#console/engine/list/empty-states.tsx'
import type { AsideProps } from '#console/engine/resource.ts'
import { useCreateSpace } from '#console/features/workspace/name-dialog.tsx'
import { useWorkspaceQuery } from '#console/features/workspace/use-workspace.ts'
import { t } from '#console/refine/i18n.ts'
import { PlusIcon } from '#console/ui/icons.tsx'
import { spaces } from '#contract/workspace.ts'

export default function NoSpace({ choose }: Pick<AsideProps, 'choose'>) {
  const { data } = useWorkspaceQuery(spaces.list, {})
  const { open, dialog } = useCreateSpace(choose)
  // If spaces exist, the space list selects the first one.
  const isEmpty = data?.length === 0
  return (
    <>
      {isEmpty && (
        <State title={t('workspace.none.title')}>
          <button type="button" className="button primary" onClick={open}>
            <PlusIcon />
            {t('workspace.create.action')}
          </button>
        </State>
      )}
      {dialog}
    </>
  )
}
