/** The collections of this server: their scopes, and the handlers made from them. */
import type * as z from 'zod/mini'
import type { collections } from '#contract/collections.ts'
import {
  createCollectionHandlers,
  type ComputeColumns,
} from '#server/features/collections/handlers.ts'
import { ownScopes, type Scopes } from '#server/features/collections/scopes.ts'
import { computeKeyColumns } from '#server/features/api-keys/compute-columns.ts'
import { computeGroupColumns } from '#server/features/budgets/compute-columns.ts'
import { computeRequestColumns } from '#server/features/quota-requests/compute-columns.ts'
import { computeDocumentColumns } from '#server/features/documents/compute-columns.ts'
import { computeFapiaoColumns } from '#server/features/fapiaos/handlers.ts'
import { computeGlossaryColumns } from '#server/features/glossaries/compute-columns.ts'
import { computeWebhookColumns } from '#server/features/webhooks/compute-columns.ts'
import { storedCollections } from '#server/features/collections/table.ts'
import { workspaceScope } from '#server/features/workspace/collection-scope.ts'
import type { Endpoint, OutputOf } from '#contract/endpoint.ts'
import type { CurrentUser } from '#server/http/current-user.ts'
import type { HandlerFor } from '#server/http/handler.ts'

const scopes: Scopes = { ...ownScopes, workspace: workspaceScope }

for (const { collection } of storedCollections)
  if (!(collection.config.scope.name in scopes))
    throw new Error(
      `The collection ${collection.name} has the scope “${collection.config.scope.name}”, for which src/server/collections.ts has no rules; add them there.`,
    )

type HandlersOf<All> = {
  readonly [N in keyof All]: All[N] extends {
    readonly calls: infer Calls
    readonly config: { readonly calls: infer Own }
  }
    ? {
        readonly [C in Exclude<keyof Calls, keyof Own>]: Calls[C] extends Endpoint
          ? HandlerFor<Calls[C], CurrentUser>
          : never
      }
    : never
}

/** Handlers of the generated calls; calls of its own are named by hand. */
export type GeneratedHandlers = HandlersOf<typeof collections>

/** Computes the columns that a collection states as `computed`. */
type Computations<All> = {
  readonly [N in keyof All as ComputedName<All, N>]: All[N] extends {
    readonly calls: { readonly get: infer Get }
    readonly config: { readonly computed: infer C }
  }
    ? ComputeColumns<
        Omit<OutputOf<Get>, keyof C>,
        { readonly [K in keyof C]: z.output<Extract<C[K], z.core.$ZodType>> }
      >
    : never
}
type ComputedName<All, N extends keyof All> = All[N] extends {
  readonly config: { readonly computed: infer C }
}
  ? [keyof C] extends [never]
    ? never
    : N
  : never

const computations: Computations<typeof collections> = {
  apiKeys: computeKeyColumns,
  documents: computeDocumentColumns,
  fapiaos: computeFapiaoColumns,
  glossaries: computeGlossaryColumns,
  quotaRequests: computeRequestColumns,
  subAccountGroups: computeGroupColumns,
  webhooks: computeWebhookColumns,
}

const compute = computations as unknown as Readonly<Record<string, ComputeColumns>>
export const handlersOfCollections = Object.fromEntries(
  storedCollections.map((stored) => {
    const { name, config } = stored.collection
    return [name, createCollectionHandlers(stored, scopes[config.scope.name]!, compute[name])]
  }),
) as unknown as GeneratedHandlers
