/** Effect of a form's values, requested from the server while they are typed. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { errorMessage } from '#client/api/error-message.ts'
import type { Row } from '#console/engine/resource.ts'
import { messageOf } from '#console/refine/i18n.ts'
import { useDebounced } from '#console/ui/use-debounced.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { validate } from '#contract/issues.ts'
import type { zh } from '#locales/operator/catalogue.ts'
import { messagesOf } from '#operator/i18n.ts'
import './package-preview.css'

const t = messagesOf<typeof zh>()

/** Debounce of the preview request, in milliseconds. */
const debounceMs = 300

export type Effect<T> = { data: T | undefined; error: unknown; isComplete: boolean }

/** `isComplete`: false while required values are missing or invalid. */
export function useChangeEffect<E extends Endpoint>(endpoint: E, input: Row): Effect<OutputOf<E>> {
  const debouncedInput = useDebounced(JSON.stringify(input), debounceMs)
  const values = JSON.parse(debouncedInput) as Row
  const isComplete = validate(endpoint.input, values).ok
  const { data, error } = useQuery({
    queryKey: ['effect', endpoint.path, debouncedInput],
    queryFn: ({ signal }) => call(endpoint, values as InputOf<E>, { signal, quiet: true }),
    enabled: isComplete,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  return { data: isComplete ? data : undefined, error, isComplete }
}

type Notes = { notes: readonly string[]; refusal?: string | null | undefined }

/** Preview of the change: why the server would refuse it, or what it affects. */
export function EffectNotes({ effect: { data, error, isComplete } }: { effect: Effect<Notes> }) {
  if (!isComplete) return <p className="preview-none">{t('catalogue.preview.incomplete')}</p>
  return (
    <div aria-live="polite">
      {error != null && (
        <p className="form-note" data-tone="warning">
          {t('catalogue.preview.failed')} {errorMessage(error, messageOf).text}
        </p>
      )}
      {data?.refusal && (
        <p className="form-note" data-tone="danger">
          <strong>{t('catalogue.preview.refused')}</strong>
          <span>{data.refusal}</span>
        </p>
      )}
      {data && data.notes.length > 0 && (
        <ul className="form-note">
          {data.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
