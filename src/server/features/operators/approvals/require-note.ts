/** Requires a note, which the operator who approves the request reads. */
import { ApiError } from '#server/http/errors.ts'

/** Who approves a request reads why. Throws ApiError `invalid`. */
export function requireNote(note: string | undefined): string {
  if (note) return note
  throw new ApiError('invalid', { fields: [{ field: 'note', rule: 'required' }] })
}
