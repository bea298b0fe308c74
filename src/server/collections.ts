/** The collections of this server: their scopes, their hooks, and the handlers made from both. */
import type { Collection } from '#contract/collection.ts'
import type { collections } from '#contract/collections.ts'
import { collectionHandlers, type Hooks } from '#server/features/collections/handlers.ts'
import { ownScopes, type Scopes } from '#server/features/collections/scopes.ts'
import { storedCollections } from '#server/features/collections/service.ts'
import { workspaceScope } from '#server/features/workspace/collection-scope.ts'
import type { Handlers } from '#server/http/handler.ts'

const scopes: Scopes = { ...ownScopes, workspace: workspaceScope }

/** Hooks by collection, which run in the transaction of a change. */
const hooks: { readonly [N in keyof typeof collections]?: Hooks } = {}

type CollectionHandlers<C> = { readonly [N in keyof C & keyof Handlers]: Handlers[N] }

export const handlersOfCollections = Object.fromEntries(
  storedCollections.map((stored) => {
    const { name, config }: Collection = stored.collection
    const rules = scopes[config.scope.name]
    if (!rules)
      throw new Error(
        `The collection ${name} has the scope “${config.scope.name}”, for which src/server/collections.ts has no rules; add them there.`,
      )
    const own = (hooks as Readonly<Record<string, Hooks>>)[name]
    return [name, collectionHandlers(stored, rules, own)]
  }),
) as unknown as CollectionHandlers<typeof collections>
