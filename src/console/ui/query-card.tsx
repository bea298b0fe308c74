/** Query of a section of a screen, and its content with loading and error states. */
import './query-card.css'
import { failureRole, errorMessage } from '#client/api/error-message.ts'
import type { ReactNode } from 'react'
import { t, messageOf } from '#console/refine/i18n.ts'
import { ContactSupport } from '#console/ui/contact-support.tsx'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { useCapabilities } from '#console/refine/capabilities.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'

/** Renders the loaded data; a skeleton of `lines` lines before, a retry button after an error. */
export function QueryCard<T>({
  query: { data, error, retry },
  lines,
  children,
}: {
  query: Pick<SectionQuery<T>, 'data' | 'error' | 'retry'>
  lines: number
  children: (data: T) => ReactNode
}) {
  if (data !== undefined) return children(data)
  if (error !== undefined && error !== null) return <SectionError error={error} retry={retry} />
  return <QueryCardSkeleton lines={lines} />
}

/** Says what could not be loaded, and why, with a retry button. Without a name: this part. */
export function SectionError({
  name,
  error,
  retry,
}: {
  name?: string
  error: unknown
  retry: () => void
}) {
  const { text, requestId } = errorMessage(error, messageOf)
  return (
    <p className="section-error" role={failureRole(error)}>
      {name === undefined ? t('shell.partFailed') : t('shell.namedPartFailed', { name })}{' '}
      <small>{text}</small>
      <button
        type="button"
        className="text-button"
        {...(name === undefined
          ? {}
          : { 'aria-label': t('crud.list.actionOf', { action: t('shell.retry'), name }) })}
        onClick={retry}
      >
        {t('shell.retry')}
      </button>
      <ContactSupport requestId={requestId} />
    </p>
  )
}

export function QueryCardSkeleton({ lines }: { lines: number }) {
  return (
    <div className="section-skeleton" role="status" aria-label={t('shell.loading')}>
      {Array.from({ length: lines }, (_, index) => (
        <i key={index} className="waiting" />
      ))}
    </div>
  )
}

/** Query of a section; extensions are queried only if the backend serves them. */
export type SectionQuery<T> = {
  /** False if the section has nothing to show, and is to be left out. */
  readonly isOffered: boolean
  /** Loading, or not yet known whether the backend serves it. */
  readonly isWaiting: boolean
  readonly data: T | undefined
  /** The data answers the previous input; that of the current one is loading. */
  readonly isPreviousData: boolean
  readonly error: unknown
  readonly retry: () => void
}

/** Query key prefix of all sections, so that one button refreshes those of a screen. */
export const sectionKey = 'section'

export function useSectionQuery<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  enabled = true,
): SectionQuery<OutputOf<E>> {
  const { serves, isLoaded } = useCapabilities()
  const isOffered = enabled && serves(endpoint)
  const { data, error, isError, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: [sectionKey, endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    enabled: isOffered,
    placeholderData: keepPreviousData,
  })
  return {
    isOffered,
    isWaiting: enabled && (!isLoaded || (isOffered && isPending)),
    data: isOffered ? data : undefined,
    isPreviousData: isPlaceholderData,
    error: isError && data === undefined ? error : undefined,
    retry: () => void refetch(),
  }
}

/** Shows a change that was saved, and reads the section anew; if that fails, what was saved stays. */
export function useSectionUpdate<E extends Endpoint>({
  path,
}: E): (change: Partial<OutputOf<E>> | ((data: OutputOf<E>) => OutputOf<E>)) => void {
  const cache = useQueryClient()
  return (change) => {
    const section = { queryKey: [sectionKey, path] }
    cache.setQueriesData<OutputOf<E>>(
      section,
      (data) => data && (typeof change === 'function' ? change(data) : { ...data, ...change }),
    )
    void cache.invalidateQueries(section)
  }
}
