/**
 * What a console page asks for before anything else, as data in its HTML: the build writes it, the
 * program in the head reads it.
 */
import type { Access } from '#contract/endpoint.ts'

export type FirstCall = {
  readonly path: string
  readonly access: Access
  /**
   * The keys of the query in the order of the call's schema; the address may give each another
   * value.
   */
  readonly keys: readonly {
    readonly name: string
    readonly initial?: Initial
    readonly required?: true
  }[]
}
/** A value, or an end of the range of so many days up to today. */
export type Initial = string | { readonly days: number; readonly end: 'begin' | 'end' }

/** What stands in the page: the calls, and the chunk of words of each language. */
export type FirstLoad = {
  readonly calls: readonly FirstCall[]
  readonly words: Readonly<Record<string, readonly string[]>>
}

/** The element that holds it, as JSON. */
export const firstLoadId = 'first-load'

/**
 * The address of a call below the API's base, as the list that stands at `params` will ask for it;
 * undefined where it has to wait for a choice.
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
