/** Dialog that moves the selected sub-accounts to a group. */
import { useQueryClient } from '@tanstack/react-query'
import { Form as AntdForm } from 'antd'
import { useState } from 'react'
import { PreviewState, Skipped } from '#console/features/batch/batch-preview.tsx'
import { useBatchPreview } from '#console/features/batch/use-batch.ts'
import { FormBody } from '#console/engine/form/form-body.tsx'
import { CancelButton, FormDialog } from '#console/engine/form/form-dialog.tsx'
import { callItems, useCallForm } from '#console/engine/form/use-call-form.ts'
import { t } from '#console/refine/i18n.ts'
import { notifyDone } from '#console/refine/notification.ts'
import { useReferenceData } from '#console/refine/reference-data.ts'
import { sectionKey } from '#console/ui/query-card.tsx'
import { budgets } from '#contract/budgets.ts'
import type { SubAccount } from '#contract/sub-accounts.ts'

type Props = { rows: readonly SubAccount[]; close: () => void; done: () => void }

export default function MoveToGroup({ rows, close, done }: Props) {
  const cache = useQueryClient()
  const [only] = rows.length === 1 ? rows : []
  /** Without those that were deleted meanwhile. */
  const [userIds, setUserIds] = useState(rows.map(({ userId }) => userId))
  const items = callItems(budgets.moveToGroup, { groupId: { label: t('budgets.move.group') } })
  const form = useCallForm({
    name: 'move-to-group',
    resource: 'subAccounts',
    call: budgets.moveToGroup,
    items,
    initialValues: only?.groupId ? { groupId: only.groupId, groupTitle: only.groupTitle } : {},
    fixed: { userIds },
    done: () => undefined,
    onSaved: async ({ count }, { groupId }) => {
      notifyDone(t(groupId ? 'budgets.move.moved' : 'budgets.move.left', { count }))
      await cache.invalidateQueries({ queryKey: [sectionKey] })
      done()
    },
    onRefused: async () => {
      const { data: latest } = await preview.reload()
      const found = latest?.rows.filter(({ skipped }) => skipped !== 'deleted')
      if (found) setUserIds(found.map(({ userId }) => userId))
    },
  })
  const groupId = AntdForm.useWatch<string | number | undefined>('groupId', form.antdForm)
  const preview = useBatchPreview(rows, { act: 'moveToGroup', groupId: groupId ?? null })
  const count = preview.data?.count ?? 0
  const getLookupData = useReferenceData(items.map(({ fieldType }) => fieldType))
  return (
    <FormDialog title={t('budgets.move.title')} onClose={close}>
      <FormBody
        form={form}
        intro={<p>{t('budgets.move.help', { count: rows.length })}</p>}
        preview={
          <PreviewState preview={preview}>
            {(shown) => (
              <>
                <p>{shown.count > 0 ? t('budgets.move.moving', { count }) : t('batches.nobody')}</p>
                {shown.count > 0 && <Skipped rows={shown.rows} />}
              </>
            )}
          </PreviewState>
        }
        saveLabel={t('budgets.move.save')}
        canSave={preview.isCurrent && count > 0}
        getLookupData={getLookupData}
      >
        <CancelButton disabled={form.isSaving} />
      </FormBody>
    </FormDialog>
  )
}
