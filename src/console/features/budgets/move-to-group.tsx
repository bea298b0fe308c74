/** Dialog that moves the selected sub-accounts to a group. */
import { useQueryClient } from '@tanstack/react-query'
import { Form as AntdForm } from 'antd'
import { useEffect, useState } from 'react'
import { PreviewState, Skipped } from '#console/features/batch/batch-preview.tsx'
import { changingIds, useBatchPreview } from '#console/features/batch/use-batch.ts'
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
  /** Those that change, by the preview. */
  const [userIds, setUserIds] = useState<readonly (string | number)[]>([])
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
    onRefused: () => preview.reload(),
  })
  const groupId = AntdForm.useWatch<string | number | undefined>('groupId', form.antdForm)
  const preview = useBatchPreview(rows, { act: 'moveToGroup', groupId: groupId ?? null })
  const { data } = preview
  const count = data?.count ?? 0
  useEffect(() => setUserIds(data ? changingIds(data) : []), [data])
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
