/** On a notice of a request for quota: buttons that answer it at once, or what became of it. */
import { useEffect, useRef, useState } from 'react'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { useCanUse } from '#console/refine/capabilities.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { notifyDone, notifyFailure } from '#console/refine/notification.ts'
import { useRefreshAll } from '#console/refine/query.ts'
import { useSectionQuery } from '#console/ui/query-card.tsx'
import { quotaRequests } from '#contract/quota-requests.ts'

const { page, grant, decline } = quotaRequests.calls
const answers = { grant, decline } as const
type Answer = keyof typeof answers

/** Requests that are read for all notices of a list together. */
const pageSize = 50

const wordOf = (key: string) => messageOf([`resources.quotaRequests.${key}`])

/** `id`: of the request. */
export default function NoticeAnswer({
  id,
  onAnswered,
}: {
  id: string | number
  onAnswered?: (() => void) | undefined
}) {
  const canAnswer = useCanUse()(grant)
  const requests = useSectionQuery(page, { pageNum: 1, pageSize }, canAnswer)
  const refreshAll = useRefreshAll()
  const [underWay, setUnderWay] = useState<Answer>()
  const outcome = useRef<HTMLParagraphElement>(null)
  const hadFocus = useRef(false)
  const request = requests.data?.rows.find((row) => String(row.id) === String(id))
  const isOpen = request?.state === 'open'
  useEffect(() => {
    // The buttons are gone.
    if (!isOpen && hadFocus.current) outcome.current?.focus()
  }, [isOpen])
  if (!request) return null
  if (!isOpen)
    return (
      <p ref={outcome} tabIndex={-1} className="notice-answer muted">
        {wordOf(`values.state.${request.state}`)}
      </p>
    )
  const answer = async (name: Answer) => {
    hadFocus.current = true
    setUnderWay(name)
    try {
      await idempotentCall(answers[name], { id })
      notifyDone(wordOf(`done.${name}`))
      onAnswered?.()
    } catch (error) {
      notifyFailure(error)
    }
    // It may have been answered or withdrawn elsewhere.
    await refreshAll()
    setUnderWay(undefined)
  }
  return (
    <p className="notice-answer">
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
    </p>
  )
}
