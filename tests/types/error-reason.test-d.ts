/** A refusal must have exactly the values that its sentence fills in. */
import { ApiError, reasonWith, type PlainReasonKey } from '#server/http/errors.ts'

export const compiles = [
  new ApiError('notAllowed', { reason: { key: 'tooManySpaces', values: { limit: 5 } } }),
  new ApiError('invalid', { reason: { key: 'wrongCode', values: {} } }),
  new ApiError('notAllowed', { reason: reasonWith('spaceFull', { limit: 5 }) }),
  new ApiError('notAllowed', {
    reason: { key: 'tooManyRows', values: { limit: 5 }, collection: 'glossary' },
  }),
]

export const isRefused = [
  // @ts-expect-error a value is missing
  new ApiError('notAllowed', { reason: { key: 'tooManySpaces', values: {} } }),
  // @ts-expect-error the sentence has no placeholder of this name
  new ApiError('notAllowed', { reason: { key: 'tooManySpaces', values: { most: 5 } } }),
  // @ts-expect-error a value that the sentence does not fill in
  new ApiError('notAllowed', { reason: { key: 'spaceFull', values: { limit: 5, name: 'x' } } }),
  // @ts-expect-error a sentence without placeholders
  new ApiError('invalid', { reason: { key: 'wrongCode', values: { limit: 5 } } }),
  // @ts-expect-error the sentence uses the words of a collection
  new ApiError('notAllowed', { reason: { key: 'tooManyRows', values: { limit: 5 } } }),
  // @ts-expect-error a key without a sentence
  new ApiError('notAllowed', { reason: { key: 'tooManyCats', values: {} } }),
  // @ts-expect-error a value is missing
  reasonWith('spaceFull', {}),
]

// @ts-expect-error the sentence has a placeholder
export const plain: PlainReasonKey = 'spaceFull'
