/** Why a preview could not be loaded; with a retry, unless the server refused the values. */
import type { ComponentProps } from 'react'
import { isRefusal } from '#client/api/error-message.ts'
import { FailureNote } from '#console/ui/failure-note.tsx'

type Props = Pick<ComponentProps<typeof FailureNote>, 'title' | 'tone'> & {
  preview: { readonly error: unknown; readonly refetch: () => unknown }
}

export const PreviewFailure = ({ preview: { error, refetch }, ...note }: Props) => (
  <FailureNote
    {...note}
    error={error}
    retry={isRefusal(error) ? undefined : () => void refetch()}
  />
)
