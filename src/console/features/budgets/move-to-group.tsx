/** Dialog that moves the selected sub-accounts to a group. */
import { useQueryClient } from '@tanstack/react-query'
import { Form as AntdForm } from 'antd'
import { BatchNotes, BatchProgress } from '#console/features/batch/batch-notes.tsx'
import { PreviewState, Skipped } from '#console/features/batch/batch-preview.tsx'
import { reportResult } from '#console/features/batch/report.ts'
import { changingIds, useBatchPreview, useSendBatch } from '#console/features/batch/use-batch.ts'
import { zeroAmounts } from '#console/features/distribution/balance.ts'
import { FormBody } from '#console/engine/form/form-body.tsx'
import { FormDialog } from '#console/engine/form/form-dialog.tsx'
import { callItems, useCallForm } from '#console/engine/form/use-call-form.ts'
import { t } from '#console/refine/i18n.ts'
import { useReferenceData } from '#console/refine/reference-data.ts'
import { sectionKey } from '#console/ui/query-card.tsx'
import { budgets } from '#contract/budgets.ts'
import type { Row } from '#console/engine/resource.ts'
import type { SubAccount } from '#contract/sub-accounts.ts'

type Props = { rows: readonly SubAccount[]; close: () => void; done: () => void }

export default function MoveToGroup({ rows, close, done }: Props) {
  const cache = useQueryClient()
  const [only] = rows.length === 1 ? rows : []
  const items = callItems(budgets.moveToGroup, { groupId: { label: t('budgets.move.group') } })
  const form = useCallForm({
    name: 'move-to-group',
    resource: 'subAccounts',
    call: budgets.moveToGroup,
    items,
    initialValues: only?.groupId ? { groupId: only.groupId, groupTitle: only.groupTitle } : {},
    fixed: {},
    done: () => undefined,
    onSaved: () => undefined,
  })
  const groupId = AntdForm.useWatch<string | number | undefined>('groupId', form.antdForm)
  const preview = useBatchPreview(rows, { act: 'moveToGroup', groupId: groupId ?? null })
  const batch = useSendBatch(preview)
  const count = preview.data?.count ?? 0
  const isLocked = batch.isWorking || batch.unresolved !== undefined
  const finish = async () => {
    form.allowLeaving()
    await cache.invalidateQueries({ queryKey: [sectionKey] })
    done()
  }
  const send = async (input: Row) => {
    if (!preview.data) return false
    const sent = {
      act: 'moveToGroup' as const,
      count,
      each: zeroAmounts,
      leaves: input['groupId'] == null,
    }
    const { path } = budgets.moveToGroup
    const call = { path, input: { ...input, userIds: changingIds(preview.data) } }
    const result = await batch.send(call, sent, preview.at)
    if (!result) return false
    reportResult(sent, result, undefined)
    await finish()
    return true
  }
  const getLookupData = useReferenceData(items.map(({ fieldType }) => fieldType))
  return (
    <FormDialog title={t('budgets.move.title')} onClose={close}>
      <FormBody
        form={{ ...form, isSaving: batch.isWorking, send }}
        intro={
          <>
            <BatchNotes batch={batch} onDone={() => void finish()} />
            <p>{t('budgets.move.help', { count: rows.length })}</p>
          </>
        }
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
        canSave={preview.isCurrent && !isLocked && count > 0}
        getLookupData={getLookupData}
      >
        {batch.isWorking && <BatchProgress count={count} />}
      </FormBody>
    </FormDialog>
  )
}
