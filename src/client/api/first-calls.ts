/** First API calls of a console page, embedded in its HTML as JSON at build time. */
import type { Access } from '#contract/endpoint.ts'

export type FirstCall = {
  readonly path: string
  readonly access: Access
  /** Query keys in the order of the input schema. The page's URL can override each value. */
  readonly keys: readonly {
    readonly name: string
    readonly initial?: Initial
    readonly required?: true
  }[]
}
/** A fixed value, or one end of the range of the last `days` days. */
export type Initial = string | { readonly days: number; readonly end: 'begin' | 'end' }

/** Embedded data: the calls, and the message chunks of each language. */
export type FirstLoad = {
  readonly calls: readonly FirstCall[]
  readonly words: Readonly<Record<string, readonly string[]>>
}

/** Id of the script element that contains the JSON. */
export const firstLoadId = 'first-load'

/**
 * Path of the call relative to the API base, with the query the list at `params` uses. Undefined if
 * a required value is missing.
 */
export function pathOf(
  { path, keys }: FirstCall,
  params: URLSearchParams,
  range: (days: number) => readonly [begin: string, end: string],
): string | undefined {
  const query = new URLSearchParams()
  for (const { name, initial, required } of keys) {
    const value = params.get(name) ?? initialOf(initial, range)
    if (value) query.set(name, value)
    else if (required) return undefined
  }
  return query.size > 0 ? `${path}?${query.toString()}` : path
}

function initialOf(initial: Initial | undefined, range: Parameters<typeof pathOf>[2]): string {
  if (typeof initial !== 'object') return initial ?? ''
  return range(initial.days)[initial.end === 'begin' ? 0 : 1]
}
