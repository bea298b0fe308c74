/** Registry of the collections; `npm run new` adds a line. The contract spreads their calls. */
import type { Collection, operator } from '#contract/collection.ts'

export const collections = {} satisfies Record<string, Collection>

type Calls<T> = {
  readonly [
    N in keyof T as T[N] extends { config: { scope: typeof operator } } ? never : N
  ]: T[N] extends { readonly calls: infer C } ? C : never
}

/** The customers' calls of several collections, each under its name. */
export const callsOf = <T extends Readonly<Record<string, Collection>>>(all: T) =>
  Object.fromEntries(
    Object.entries(all)
      .filter(([, { config }]) => config.scope.name !== 'operator')
      .map(([name, { calls }]) => [name, calls]),
  ) as unknown as Calls<T>

/** What the messages of a collection depend on. */
export function messageTraits(name: string): {
  trash: boolean
  search: Readonly<Record<string, readonly string[]>>
} {
  const found = (collections as Readonly<Record<string, Collection>>)[name]
  return { trash: found?.config.trash === true, search: found?.config.search ?? {} }
}
