/** Buttons that answer what a notice asks, by notice type. */
import { lazy, Suspense } from 'react'
import type { Notice } from '#contract/notices.ts'

const QuotaRequestAnswer = lazy(() => import('#console/features/quota-requests/notice-answer.tsx'))

export const asksForAnswer = ({ type, subjectId }: Notice): boolean =>
  type === 'quotaAsked' && subjectId != null

export function NoticeAnswers({ notice, onAnswered }: { notice: Notice; onAnswered?: () => void }) {
  const { subjectId } = notice
  if (!asksForAnswer(notice) || subjectId == null) return null
  return (
    <Suspense>
      <QuotaRequestAnswer id={subjectId} onAnswered={onAnswered} />
    </Suspense>
  )
}
