/** Words for a change of many sub-accounts: what was sent, and what it did. */
import { units, type Amounts } from '#console/features/distribution/balance.ts'
import { formatAmounts, nonZeroUnits } from '#console/features/distribution/format-amounts.ts'
import { amountsOf, type SentBatch } from '#console/features/batch/use-batch.ts'
import { t } from '#console/refine/i18n.ts'
import { notifyDone } from '#console/refine/notification.ts'
import type { BatchResult } from '#contract/sub-account-batches.ts'
import { showToast } from '#ui/toasts.tsx'

/** Describes a change that was sent earlier. */
export function describeSent({ batch, count, each }: SentBatch): string {
  if (batch === 'moveToGroup') return ''
  return batch === 'enable' || batch === 'disable'
    ? t(`batches.enabled.sent.${batch}`, { count })
    : t(`batches.distribute.sent.${batch}`, { count, amount: formatAmounts(each) })
}

/** `expected`: the sums of the preview. If others moved, the message has both. */
export function reportResult(
  { batch }: SentBatch,
  result: BatchResult,
  expected: Amounts | undefined,
): void {
  const text = resultText(batch, result)
  if (text === undefined) return showToast({ tone: 'info', text: t('batches.unchanged') })
  const moved = amountsOf(result)
  if (!expected || units.every((unit) => expected[unit] === moved[unit])) return notifyDone(text)
  const amount = formatAmounts(expected)
  showToast({ tone: 'info', text: `${text} ${t('batches.differs', { amount })}` })
}

function resultText(batch: SentBatch['batch'], result: BatchResult): string | undefined {
  const { count } = result
  const moved = amountsOf(result)
  if (count === 0 || batch === 'moveToGroup') return undefined
  const amount = formatAmounts(moved)
  if (batch === 'enable') return t('batches.enabled.done.enable', { count })
  if (batch === 'disable')
    return nonZeroUnits(moved).length > 0
      ? t('batches.enabled.done.disableBack', { count, amount })
      : t('batches.enabled.done.disable', { count })
  return t(`batches.distribute.done.${batch}`, { count, amount })
}
