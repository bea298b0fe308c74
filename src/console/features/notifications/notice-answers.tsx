/** Buttons that answer what a notice asks, by notice type. */
import { lazy, Suspense } from 'react'
import { ErrorBoundary } from '#console/ui/error-boundary.tsx'
import type { Notice } from '#contract/notices.ts'

const QuotaRequestAnswer = lazy(() => import('#console/features/quota-requests/notice-answer.tsx'))

export const asksForAnswer = ({ type, subjectId }: Notice): boolean =>
  type === 'quotaAsked' && subjectId != null

/** The line is there while the buttons load, so that they move nothing. */
export function NoticeAnswers({ notice }: { notice: Notice }) {
  const { subjectId } = notice
  if (!asksForAnswer(notice) || subjectId == null) return null
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={<div className="notice-answer" />}>
        <QuotaRequestAnswer id={subjectId} />
      </Suspense>
    </ErrorBoundary>
  )
}
