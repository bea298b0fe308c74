/** Every call of the contract with what answers it. */
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { extensionOf } from '#contract/extensions.ts'
import { notServed, type streamed, type Handlers, type SignedCall } from '#server/http/handler.ts'

/** A handler whose types have been checked where the table of handlers stands. */
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
 * The paths of the calls beyond the specification that something answers, and as `path?name` what
 * other calls know beyond it.
 */
export const servedExtensions = (handlers: Handlers): string[] =>
  routesOf(handlers).flatMap(({ endpoint, handler }) => {
    if (handler === notServed) return []
    return endpoint.spec === undefined
      ? [endpoint.path]
      : (endpoint.extensions ?? []).map((name) => extensionOf(endpoint, name))
  })

/** Groups things by a key, in the order of their first appearance. */
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
