/** Flattens the contract and the table of handlers into a list of routes. */
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { extensionOf } from '#contract/extensions.ts'
import { notServed, type streamed, type Handlers, type SignedCall } from '#server/http/handler.ts'

/** A handler whose types were checked in the table of handlers. */
export type AnyHandler = (input: unknown, call: SignedCall) => Promise<unknown>
export type Route = {
  group: string
  name: string
  endpoint: Endpoint
  handler: AnyHandler | typeof notServed | typeof streamed
}

export function routesOf(handlers: Handlers): Route[] {
  const table = handlers as unknown as Record<string, Record<string, Route['handler']>>
  return Object.entries(contract).flatMap(([group, endpoints]) =>
    Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({
      group,
      name,
      endpoint,
      handler: table[group]![name]!,
    })),
  )
}

/**
 * Paths of implemented calls beyond the specification; extensions of specified calls are listed as
 * `path?name`.
 */
export const servedExtensions = (handlers: Handlers): string[] =>
  routesOf(handlers).flatMap(({ endpoint, handler }) => {
    if (handler === notServed) return []
    return endpoint.spec === undefined
      ? [endpoint.path]
      : (endpoint.extensions ?? []).map((name) => extensionOf(endpoint, name))
  })

/** Groups items by key, in order of first appearance. */
export function groupBy<T, K>(things: readonly T[], keyOf: (thing: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const thing of things) {
    const key = keyOf(thing)
    const group = groups.get(key)
    if (group) group.push(thing)
    else groups.set(key, [thing])
  }
  return groups
}
