/** Words for a change of many sub-accounts: what was sent, and what it did. */
import { counted } from '#console/features/batch/count.ts'
import { changesOf, units, type Amounts } from '#console/features/distribution/balance.ts'
import { formatAmounts, nonZeroUnits } from '#console/features/distribution/format-amounts.ts'
import type { SentBatch } from '#console/features/batch/use-batch.ts'
import { t } from '#console/refine/i18n.ts'
import { notifyDone } from '#console/refine/notification.ts'
import type { BatchResult } from '#contract/sub-account-batches.ts'
import { showToast } from '#ui/toasts.tsx'

/** Describes a change that was sent earlier. */
export function describeSent({ act, count, each, leaves }: SentBatch): string {
  if (act === 'moveToGroup')
    return t(leaves ? 'budgets.move.leaves' : 'budgets.move.moves', { count })
  return act === 'enable' || act === 'disable'
    ? t(`batches.enabled.sent.${act}`, counted(count))
    : t(`batches.distribute.sent.${act}`, { ...counted(count), amount: formatAmounts(each) })
}

/** `expected`: the sums of the preview. If others moved, the message has both. */
export function reportResult(
  sent: SentBatch,
  result: BatchResult,
  expected: Amounts | undefined,
): void {
  const text = resultText(sent, result)
  if (text === undefined) return showToast({ tone: 'info', text: t('batches.unchanged') })
  const moved = changesOf(result)
  if (!expected || units.every((unit) => expected[unit] === moved[unit])) return notifyDone(text)
  const amount = formatAmounts(expected)
  const note = amount === '' ? t('batches.differsFromNone') : t('batches.differs', { amount })
  showToast({ tone: 'info', text: `${text} ${note}` })
}

function resultText({ act, leaves }: SentBatch, result: BatchResult): string | undefined {
  const { count } = result
  const moved = changesOf(result)
  if (count === 0) return undefined
  if (act === 'moveToGroup')
    return t(leaves ? 'budgets.move.left' : 'budgets.move.moved', { count })
  const amount = formatAmounts(moved)
  if (act === 'enable') return t('batches.enabled.done.enable', counted(count))
  if (act === 'disable')
    return nonZeroUnits(moved).length > 0
      ? t('batches.enabled.done.disableBack', { ...counted(count), amount })
      : t('batches.enabled.done.disable', counted(count))
  return t(`batches.distribute.done.${act}`, { ...counted(count), amount })
}
