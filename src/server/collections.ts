/** The collections of this server: their scopes, and the handlers made from them. */
import type * as z from 'zod/mini'
import type { collections } from '#contract/collections.ts'
import type { operatorCollections } from '#contract/operator/collections.ts'
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
import type { Operator } from '#server/features/operators/operator.ts'
import { operatorScope } from '#server/features/operators/collection-scope.ts'
import { workspaceScope } from '#server/features/workspace/collection-scope.ts'
import type { Endpoint, OutputOf } from '#contract/endpoint.ts'
import type { CurrentUser } from '#server/http/current-user.ts'
import type { HandlerFor } from '#server/http/handler.ts'

const customerScopes: Scopes = { ...ownScopes, workspace: workspaceScope }
const operatorScopes: Scopes<Operator> = { operator: operatorScope }

for (const { collection } of storedCollections) {
  const { name } = collection.config.scope
  if (!(name in customerScopes || name in operatorScopes))
    throw new Error(
      `The collection ${collection.name} has the scope “${name}”, for which src/server/collections.ts has no rules; add them there.`,
    )
}

/** Handlers of the generated calls. Those of records, and of calls of its own, are named by hand. */
type HandlersOf<All, Principal> = {
  readonly [N in keyof All as All[N] extends OfRecords ? never : N]: All[N] extends {
    readonly calls: infer Calls
    readonly config: { readonly calls: infer Own }
  }
    ? {
        readonly [C in Exclude<keyof Calls, keyof Own>]: Calls[C] extends Endpoint
          ? HandlerFor<Calls[C], Principal>
          : never
      }
    : never
}
type OfRecords = { readonly config: { readonly records: true } }

/** Computes the columns that a collection states as `computed`; records compute theirs themselves. */
type Computations<All, Principal> = {
  readonly [
    N in keyof All as All[N] extends OfRecords ? never : ComputedName<All, N>
  ]: All[N] extends {
    readonly calls: { readonly get: infer Get }
    readonly config: { readonly computed: infer C }
  }
    ? ComputeColumns<
        Principal,
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

const computations: Computations<typeof collections, CurrentUser> = {
  apiKeys: computeKeyColumns,
  documents: computeDocumentColumns,
  fapiaos: computeFapiaoColumns,
  glossaries: computeGlossaryColumns,
  quotaRequests: computeRequestColumns,
  subAccountGroups: computeGroupColumns,
  webhooks: computeWebhookColumns,
}
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- empty while none computes columns
const operatorComputations: Computations<typeof operatorCollections, Operator> = {}

export const handlersOfCollections = createHandlers(
  customerScopes,
  computations,
) as unknown as HandlersOf<typeof collections, CurrentUser>

export const handlersOfOperatorCollections = createHandlers(
  operatorScopes,
  operatorComputations,
) as unknown as OperatorHandlers
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- empty while all are of records
type OperatorHandlers = HandlersOf<typeof operatorCollections, Operator>

/** Handlers of the collections whose scope is among those given. */
function createHandlers<Principal>(scopes: Scopes<Principal>, computed: object) {
  const compute = computed as Readonly<Record<string, ComputeColumns<Principal>>>
  return Object.fromEntries(
    storedCollections.flatMap((stored) => {
      const { name, config } = stored.collection
      const rules = scopes[config.scope.name]
      return rules ? [[name, createCollectionHandlers(stored, rules, compute[name])]] : []
    }),
  )
}
