/** Dialog in which a sub-account asks its main account for quota. */
import { useQueryClient } from '@tanstack/react-query'
import { CallDialog } from '#console/engine/form/call-dialog.tsx'
import { callItems } from '#console/engine/form/use-call-form.ts'
import { isBilledByTime, useCurrentUser } from '#console/refine/current-user.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { sectionKey, useSectionQuery } from '#console/ui/query-card.tsx'
import { businessLimits } from '#contract/business-limits.ts'
import { quotaRequests } from '#contract/quota-requests.ts'
import { usage } from '#contract/usage.ts'

const { ask, page } = quotaRequests.calls
const { charStep } = businessLimits.distribution

/** Days that the suggested characters last at the average use. */
const days = businessLimits.usage.days

export default function AskDialog({
  neededChars,
  close,
}: {
  neededChars: number
  close: () => void
}) {
  const cache = useQueryClient()
  const me = useCurrentUser()
  const forecast = useSectionQuery(usage.forecast, {})
  const isByTime = isBilledByTime(me)
  if (forecast.isWaiting) return null
  const wanted = Math.max(neededChars, (forecast.data?.dailyAverage ?? 0) * days, 1)
  const labelOf = (field: string) => messageOf(`resources.quotaRequests.fields.${field}`)
  return (
    <CallDialog
      name="quota-request"
      resource="quotaRequests"
      title={t('quotaRequests.ask')}
      text={t(isByTime ? 'quotaRequests.askByTime' : 'quotaRequests.askHelp')}
      call={ask}
      items={callItems(ask, {
        charNum: isByTime ? false : { label: labelOf('charNum') },
        voiceNum: { label: labelOf('voiceNum') },
        imageNum: { label: labelOf('imageNum') },
        reason: { label: labelOf('reason') },
      })}
      initialValues={isByTime ? {} : { charNum: Math.ceil(wanted / charStep) * charStep }}
      fixed={{}}
      saveLabel={t('quotaRequests.send')}
      done={() => t('quotaRequests.sent')}
      onSaved={async () => {
        await cache.invalidateQueries({ queryKey: [sectionKey, page.path] })
        close()
      }}
      close={close}
    />
  )
}
