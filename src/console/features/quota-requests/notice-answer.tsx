/** On a notice of a request for quota: buttons that answer it at once, or what became of it. */
import { useEffect, useRef, useState } from 'react'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { useCanUse } from '#console/refine/capabilities.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { notifyDone, notifyFailure } from '#console/refine/notification.ts'
import { useRefreshAll } from '#console/refine/query.ts'
import { useSectionQuery } from '#console/ui/query-card.tsx'
import { quotaRequests } from '#contract/quota-requests.ts'

const { get, grant, decline } = quotaRequests.calls
const answers = { grant, decline } as const
type Answer = keyof typeof answers

const wordOf = (key: string) => messageOf([`resources.quotaRequests.${key}`])

/** `id`: of the request. */
export default function NoticeAnswer({ id }: { id: string | number }) {
  const canAnswer = useCanUse()(grant)
  const { data: request, isWaiting } = useSectionQuery(get, { id }, canAnswer)
  const refreshAll = useRefreshAll()
  const [underWay, setUnderWay] = useState<Answer>()
  const outcome = useRef<HTMLDivElement>(null)
  const wasPressed = useRef(false)
  const isOpen = request?.state === 'open'
  useEffect(() => {
    // The buttons are gone.
    if (!isOpen && wasPressed.current) outcome.current?.focus()
  }, [isOpen])
  if (!request) return isWaiting ? <div className="notice-answer" /> : null
  if (!isOpen)
    return (
      <div ref={outcome} tabIndex={-1} className="notice-answer muted">
        {wordOf(`values.state.${request.state}`)}
      </div>
    )
  const answer = async (name: Answer) => {
    wasPressed.current = true
    setUnderWay(name)
    try {
      await idempotentCall(answers[name], { id })
      notifyDone(wordOf(`done.${name}`))
    } catch (error) {
      notifyFailure(error)
    }
    // It may have been answered or withdrawn elsewhere.
    await refreshAll()
    setUnderWay(undefined)
  }
  return (
    <div className="notice-answer">
      {(['grant', 'decline'] as const).map((name) => (
        <button
          key={name}
          type="button"
          className={name === 'grant' ? 'button primary' : 'button'}
          aria-label={t('crud.list.actionOf', {
            action: wordOf(`actions.${name}`),
            name: request.userName,
          })}
          aria-busy={underWay === name}
          disabled={underWay !== undefined}
          onClick={() => void answer(name)}
        >
          {wordOf(`actions.${name}`)}
        </button>
      ))}
    </div>
  )
}
