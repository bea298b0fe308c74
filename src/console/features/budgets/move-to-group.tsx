/** Dialog that moves the selected sub-accounts to a group. */
import { useQueryClient } from '@tanstack/react-query'
import { CallDialog } from '#console/engine/form/call-dialog.tsx'
import { callItems } from '#console/engine/form/use-call-form.ts'
import { t } from '#console/refine/i18n.ts'
import { notifyDone } from '#console/refine/notification.ts'
import { sectionKey } from '#console/ui/query-card.tsx'
import { budgets } from '#contract/budgets.ts'
import type { SubAccount } from '#contract/sub-accounts.ts'

type Props = { rows: readonly SubAccount[]; close: () => void; done: () => void }

export default function MoveToGroup({ rows, close, done }: Props) {
  const cache = useQueryClient()
  const count = rows.length
  const [only] = rows.length === 1 ? rows : []
  return (
    <CallDialog
      name="move-to-group"
      resource="subAccounts"
      title={t('budgets.move.title')}
      text={t('budgets.move.help', { count })}
      call={budgets.moveToGroup}
      items={callItems(budgets.moveToGroup, { groupId: { label: t('budgets.move.group') } })}
      initialValues={only?.groupId ? { groupId: only.groupId, groupTitle: only.groupTitle } : {}}
      fixed={{ userIds: rows.map(({ userId }) => userId) }}
      saveLabel={t('budgets.move.save')}
      done={() => undefined}
      onSaved={async (_, { groupId }) => {
        notifyDone(t(groupId ? 'budgets.move.moved' : 'budgets.move.left', { count }))
        await cache.invalidateQueries({ queryKey: [sectionKey] })
        done()
      }}
      close={close}
    />
  )
}
