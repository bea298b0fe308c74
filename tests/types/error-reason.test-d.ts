/** An ApiError must have exactly the values of its sentence's placeholders. */
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
  // @ts-expect-error a value without a placeholder
  new ApiError('notAllowed', { reason: { key: 'spaceFull', values: { limit: 5, name: 'x' } } }),
  // @ts-expect-error the sentence has no placeholders
  new ApiError('invalid', { reason: { key: 'wrongCode', values: { limit: 5 } } }),
  // @ts-expect-error the sentence needs a collection
  new ApiError('notAllowed', { reason: { key: 'tooManyRows', values: { limit: 5 } } }),
  // @ts-expect-error the key has no sentence
  new ApiError('notAllowed', { reason: { key: 'tooManyCats', values: {} } }),
  // @ts-expect-error a value is missing
  reasonWith('spaceFull', {}),
]

// @ts-expect-error the sentence has a placeholder
export const plain: PlainReasonKey = 'spaceFull'
