/** Choice of what a change of many sub-accounts does to their quota. */
import { t } from '#console/refine/i18n.ts'
import type { BatchAct } from '#contract/sub-account-batches.ts'
import { Segments } from '#ui/tabs.tsx'

export type QuotaAct = Extract<BatchAct, 'distribute' | 'fillUp' | 'reclaim' | 'reclaimAll'>

type Props = { act: QuotaAct; disabled: boolean; onChange: (act: QuotaAct) => void }

export function QuotaMode({ act, disabled, onChange }: Props) {
  const gives = act === 'distribute' || act === 'fillUp'
  return (
    <div className="quota-mode">
      <Segments
        label={t('batches.distribute.direction')}
        options={[
          { key: 'distribute', label: t('batches.distribute.give') },
          { key: 'reclaim', label: t('batches.distribute.take') },
        ]}
        chosen={gives ? 'distribute' : 'reclaim'}
        disabled={disabled}
        onChoose={onChange}
      />
      <Segments<QuotaAct>
        label={t('batches.distribute.how')}
        options={
          gives
            ? [
                { key: 'distribute', label: t('batches.distribute.each') },
                { key: 'fillUp', label: t('batches.distribute.fillUp') },
              ]
            : [
                { key: 'reclaim', label: t('batches.distribute.takeEach') },
                { key: 'reclaimAll', label: t('batches.distribute.takeAll') },
              ]
        }
        chosen={act}
        disabled={disabled}
        onChoose={onChange}
      />
      {act !== 'distribute' && <p className="muted">{t(`batches.distribute.help.${act}`)}</p>}
    </div>
  )
}
