/** Dialog in which a sub-account asks its main account for quota. */
import { useQueryClient } from '@tanstack/react-query'
import { CallDialog } from '#console/engine/form/call-dialog.tsx'
import { callItems } from '#console/engine/form/use-call-form.ts'
import { isBilledByTime, useCurrentUser } from '#console/refine/current-user.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { sectionKey } from '#console/ui/query-card.tsx'
import { businessLimits } from '#contract/business-limits.ts'
import { quotaRequests } from '#contract/quota-requests.ts'

const { ask, page } = quotaRequests.calls
const { charStep } = businessLimits.distribution

/** `chars`: the amount that is suggested, rounded up to a step. */
export default function AskDialog({ chars, close }: { chars: number; close: () => void }) {
  const cache = useQueryClient()
  const me = useCurrentUser()
  const isByTime = isBilledByTime(me)
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
      initialValues={
        isByTime ? {} : { charNum: Math.max(1, Math.ceil(chars / charStep)) * charStep }
      }
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
