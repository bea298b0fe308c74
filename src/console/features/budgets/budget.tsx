/** Dialog in which a main account sets the budget of one sub-account. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { displayName } from '#client/display-name.ts'
import { ConflictNote, resolveConflict } from '#console/engine/form/conflict.tsx'
import { FormBody } from '#console/engine/form/form-body.tsx'
import { FormDialog } from '#console/engine/form/form-dialog.tsx'
import { callItems, useCallForm } from '#console/engine/form/use-call-form.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { QueryCard, sectionKey, useSectionQuery } from '#console/ui/query-card.tsx'
import { budgets, ruleFields, type Budget } from '#contract/budgets.ts'
import type { SubAccount } from '#contract/sub-accounts.ts'
import { Segments } from '#ui/tabs.tsx'
import './caps.css'

type Props = { row: SubAccount; close: () => void }

const ruleKinds = ['group', 'own'] as const

/** Of a sub-account in a group, people first choose whose rule applies. */
export default function BudgetDialog({ row, close }: Props) {
  const query = useSectionQuery(budgets.get, { userId: row.userId })
  const [chosen, setChosen] = useState<(typeof ruleKinds)[number]>()
  return (
    <FormDialog title={t('budgets.set.title', { name: displayName(row) })} onClose={close}>
      <QueryCard query={query} lines={6}>
        {(budget) => {
          const kind = chosen ?? (budget.groupTitle && budget.ownRule === 0 ? 'group' : 'own')
          return (
            <div className="budget-rule">
              {budget.groupTitle && (
                <Segments
                  label={t('budgets.title')}
                  options={ruleKinds.map((key) => ({
                    key,
                    label: t(`budgets.set.${key}`, { group: budget.groupTitle ?? '' }),
                  }))}
                  chosen={kind}
                  onChoose={setChosen}
                />
              )}
              <BudgetForm key={kind} budget={budget} isOwn={kind === 'own'} close={close} />
            </div>
          )
        }}
      </QueryCard>
    </FormDialog>
  )
}

/** The version is that of the amounts that the form began with, or loaded after a conflict. */
function BudgetForm({
  budget,
  isOwn,
  close,
}: {
  budget: Budget
  isOwn: boolean
  close: () => void
}) {
  const cache = useQueryClient()
  const [first] = useState(budget)
  const [latest, setLatest] = useState<Budget>()
  const { userId, groupTitle, rule, version } = latest ?? first
  const labelOf = (field: string) => messageOf(`resources.subAccountGroups.fields.${field}`)
  const amounts = Object.keys(ruleFields).map((field) => [field, { label: labelOf(field) }])
  const form = useCallForm({
    name: 'budget',
    resource: 'subAccounts',
    call: budgets.setBudget,
    items: isOwn ? callItems(budgets.setBudget, Object.fromEntries(amounts)) : [],
    initialValues: isOwn ? rule : {},
    fixed: { userId, ownRule: isOwn ? 1 : 0, ...(version !== undefined && { version }) },
    done: () => t('budgets.set.saved'),
    onSaved: async () => {
      await cache.invalidateQueries({ queryKey: [sectionKey] })
      close()
    },
  })
  const resolve = resolveConflict(form, async () => {
    const loaded = await call(budgets.get, { userId })
    setLatest(loaded)
    return loaded.rule
  })
  return (
    <FormBody
      form={resolve ? { ...form, error: undefined } : form}
      row={rule}
      latest={latest?.rule}
      intro={
        <>
          <p>
            {isOwn
              ? t('budgets.set.help')
              : t('budgets.set.groupHelp', { group: groupTitle ?? '' })}
          </p>
          <ConflictNote form={form} latest={latest?.rule} resolve={resolve} />
        </>
      }
      saveLabel={t('budgets.set.save')}
    />
  )
}
