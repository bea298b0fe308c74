/** Ten kinds of callers, the objects they own, and who may access which object. */
import { sql } from 'drizzle-orm'
import { apiKeys } from '#contract/api-keys.ts'
import { webhookDeliveries, webhooks } from '#contract/webhooks.ts'
import { listViews } from '#contract/saved-views.ts'
import { orders } from '#contract/orders.ts'
import { subAccountGroups } from '#contract/budgets.ts'
import { quotaRequests } from '#contract/quota-requests.ts'
import type { Signer } from '#contract/signing.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { openDb, type Database } from '#server/platform/db/open.ts'
import { addPeople, addPerson, type Person } from '#tests/support/actors/people.ts'
import { freshUrl, nameIn } from '#tests/support/server/postgres.ts'
import {
  caller,
  signedIn,
  startServer,
  type Caller,
  type TestServer,
} from '#tests/support/server/server.ts'
import { addTitle, askFapiao } from '#tests/support/actors/fapiaos.ts'
import { createDocument } from '#tests/support/actors/documents.ts'
import { createContact, createSpace } from '#tests/support/actors/workspaces.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { JsonSchema } from '#server/http/openapi/operation-parts.ts'
import { inputSchema } from '#tests/support/fuzz/endpoints.ts'

/** The last four have no session or an invalid one. */
export type CallerKind =
  | 'main'
  | 'sub'
  | 'sibling'
  | 'other main'
  | 'other sub'
  | 'without capability'
  | 'visitor'
  | 'shut out'
  | 'ended'
  | 'deleted'
type ObjectOwner = 'main' | 'sub' | 'sibling' | 'other main' | 'other sub' | 'without capability'
export const objectOwners: ObjectOwner[] = [
  'main',
  'sub',
  'sibling',
  'other main',
  'other sub',
  'without capability',
]
export const callerKinds: CallerKind[] = [
  ...objectOwners,
  'visitor',
  'shut out',
  'ended',
  'deleted',
]

export type Actors = {
  people: Record<ObjectOwner, Person>
  signers: Record<CallerKind, Signer | null>
  /** Ids of the objects of each owner. Kinds that its role cannot own are absent. */
  objects: Record<ObjectOwner, Partial<Record<Kind, string>>>
  /** Template database from which each test gets a copy. */
  url: string
}

/** Starts a server on a copy of the actors' database. The caller must close it. */
export async function startWithActors(
  actors: Actors,
): Promise<TestServer & { callers: Record<CallerKind, Caller> }> {
  const url = await freshUrl(nameIn(actors.url))
  const database: Database & { url: string } = { ...openDb(url, { connections: 4 }), url }
  const server = await startServer({}, database)
  const callers = Object.fromEntries(
    callerKinds.map((kind) => [kind, caller(server, actors.signers[kind])]),
  ) as Record<CallerKind, Caller>
  return {
    ...server,
    callers,
    close: async () => {
      await server.close()
      await database.close()
    },
  }
}

export async function createActors(): Promise<Actors> {
  const server = await startServer()
  const { db } = server.database
  const { anna, sub, sibling, berta, foreignSub, carl } = await addPeople(db)
  const people: Actors['people'] = {
    main: anna,
    sub,
    sibling,
    'other main': berta,
    'other sub': foreignSub,
    'without capability': carl,
  }
  const callers = {} as Record<ObjectOwner, Caller>
  const objects = {} as Actors['objects']
  for (const [index, holder] of objectOwners.entries()) {
    callers[holder] = await signedIn(server, people[holder])
    objects[holder] = await createObjects(server, callers[holder], people[holder], `${index}`)
  }
  const shutOut = await signedIn(server, await addPerson(db, { account: 'shutout', owner: anna }))
  await callers.main.call(subAccounts.changeEnabled, { userId: shutOut.signer!.userId, enabled: 0 })
  const deleted = await signedIn(server, await addPerson(db, { account: 'deleted', owner: anna }))
  const removal = await callers.main.call(subAccounts.remove, { userId: deleted.signer!.userId })
  if (!removal.success) throw new Error(removal.msg)
  const ended = await signedIn(server, anna)
  await ended.send('POST', '/login/logout', {})
  const { url } = server.database
  await server.close()
  const otherSigners = {
    visitor: null,
    'shut out': shutOut.signer,
    ended: ended.signer,
    deleted: deleted.signer,
  }
  const ownSigners = Object.fromEntries(
    objectOwners.map((holder) => [holder, callers[holder].signer]),
  ) as Record<ObjectOwner, Signer>
  return { people, objects, url, signers: { ...ownSigners, ...otherSigners } }
}

async function createObjects(
  server: TestServer,
  actor: Caller,
  person: Person,
  name: string,
): Promise<Partial<Record<Kind, string>>> {
  const secondSession = await signedIn(server, person)
  const { rows } = await server.database.db.execute<{ id: string }>(
    sql`select max(id)::text as id from sessions where user_id = ${secondSession.signer!.userId}::bigint`,
  )
  const space = await createSpace(actor, `Space ${name}`)
  const owned = {
    document: await createDocument(server, person),
    user: person.userId,
    session: rows[0]!.id,
    space,
    contact: await createContact(actor, space, `Contact ${name}`),
    view: await createView(actor, `View ${name}`),
  }
  if (person.ownerId !== person.userId)
    return { ...owned, quotaRequest: await createQuotaRequest(actor) }
  const key = await actor.call(apiKeys.calls.issue, { name: `Key ${name}`, scopes: ['usage'] })
  const { data, success, msg } = await actor.call(orders.pay, {
    memberGroupId: '2',
    salesNum: 1,
    payChannel: 'WC_NATIVE',
  })
  if (!success) throw new Error(msg)
  await actor.call(subAccountGroups.calls.create, { name: `Group ${name}` })
  const groups = await actor.call(subAccountGroups.calls.page, {})
  const webhook = await actor.call(webhooks.calls.register, {
    name: `Webhook ${name}`,
    url: 'https://shop.example.com/events',
    events: ['orderPaid'],
  })
  await actor.call(webhooks.calls.sendTest, { id: webhook.data.id })
  const deliveries = await actor.call(webhookDeliveries.calls.page, {})
  return {
    ...owned,
    ...(await createFapiao(server, actor, String(data.orderId))),
    order: String(data.orderId),
    apiKey: String(key.data.id),
    webhook: String(webhook.data.id),
    group: String(groups.data.rows[0]!.id),
    delivery: String(deliveries.data.rows[0]!.id),
  }
}

/** Of the order, which is marked as paid for it. */
async function createFapiao({ database: { db } }: TestServer, actor: Caller, orderId: string) {
  await db.execute(
    sql`update orders set pay_status = 'P', paid_at = created_at where id = ${orderId}::bigint`,
  )
  const fapiaoTitle = String(await addTitle(actor))
  const { data, msg } = await askFapiao(actor, fapiaoTitle)
  if (!data.id) throw new Error(msg)
  return { fapiaoTitle, fapiao: String(data.id) }
}

async function createView(actor: Caller, name: string): Promise<string> {
  const { data, success, msg } = await actor.call(listViews.create, { page: 'orders', name })
  if (!success) throw new Error(msg)
  return String(data.id)
}

async function createQuotaRequest(actor: Caller): Promise<string> {
  await actor.call(quotaRequests.calls.ask, { charNum: 1 })
  const { data } = await actor.call(quotaRequests.calls.page, {})
  return String(data.rows[0]!.id)
}

/** Kinds of objects with an owner. */
type Kind =
  | 'user'
  | 'order'
  | 'session'
  | 'space'
  | 'contact'
  | 'view'
  | 'apiKey'
  | 'webhook'
  | 'delivery'
  | 'quotaRequest'
  | 'document'
  | 'group'
  | 'fapiaoTitle'
  | 'fapiao'
/** Relation of the object's owner to the caller. */
export type Relation = 'own' | 'child' | 'sibling' | 'parent' | 'foreign main' | 'foreign child'
export const relations: Relation[] = [
  'own',
  'child',
  'sibling',
  'parent',
  'foreign main',
  'foreign child',
]

/**
 * Input field with ids of a kind. `visible`: relations that may access the object; for others it
 * behaves as unknown. `empty`: access is allowed but finds nothing.
 */
export type ObjectIdField = {
  field: string
  isList: boolean
  required: boolean
  kind: Kind
  visible: readonly Relation[]
  empty: readonly Relation[]
}

type Rule = [items: RegExp, kind: Kind, visible: readonly Relation[], empty?: readonly Relation[]]

/** The first match applies. */
const rules: Rule[] = [
  [/^subAccounts\.\w+\.(userIds?|childrenIds|childUserIds?)$/, 'user', ['child']],
  [/^subAccounts\.endSession\.id$/, 'session', ['child']],
  [/^budgets\.((get|setBudget)\.userId|moveToGroup\.userIds)$/, 'user', ['child']],
  [/^(budgets|subAccounts|subAccountGroups)\.\w+\.(groupId|ids?)$/, 'group', ['own']],
  [/^statements\.\w+\.userId$/, 'user', ['own', 'child']],
  [/^usage\.daily\.childUserId$/, 'user', ['own', 'child']],
  [/^users\.changeAutoDistribution\.userId$/, 'user', ['own']],
  [/^(orders|orderRefunds)\.\w+\.id$/, 'order', ['own']],
  [/^sessions\.end\.id$/, 'session', ['own']],
  // In the tests no account has invited another or joined another's space; each is a member of its
  // own.
  [/^spaceInvitations\.accept\.spaceId$/, 'space', ['own']],
  [/^spaceInvitations\.decline\.spaceId$/, 'space', []],
  [/^spaceInvitations\.remove\.spaceId$|^spaces\.leave\.id$/, 'space', [], ['own', 'child']],
  [/^spaceMembers\.remove\.spaceId$/, 'space', ['own'], ['child']],
  [/^spaceMembers\.remove\.userId$/, 'user', ['own']],
  [/^spaces\.\w+\.id$/, 'space', ['own', 'child']],
  [/\.spaceId$/, 'space', ['own', 'child']],
  [/^listViews\.\w+\.id$/, 'view', ['own']],
  [/^documents\.start\.ids$/, 'document', ['own']],
  [/^documents\.\w+\.ids?$/, 'document', ['own', 'child']],
  [/^apiKeys\.\w+\.id$/, 'apiKey', ['own', 'child']],
  [/^webhooks\.\w+\.ids?$|^webhookDeliveries\.page\.webhookId$/, 'webhook', ['own']],
  [/^webhookDeliveries\.\w+\.id$/, 'delivery', ['own']],
  [/^fapiaos\.ask\.orderIds$/, 'order', ['own']],
  [/^fapiaoTitles\.\w+\.ids?$|^fapiaos\.ask\.titleId$/, 'fapiaoTitle', ['own']],
  [/^fapiaos\.\w+\.id$/, 'fapiao', ['own']],
  [/^quotaRequests\.withdraw\.id$/, 'quotaRequest', ['own']],
  [/^quotaRequests\.get\.id$/, 'quotaRequest', ['own', 'child']],
  [/^quotaRequests\.\w+\.id$/, 'quotaRequest', ['child']],
  [/^contacts\.\w+\.ids?$/, 'contact', ['own', 'child']],
]

/** Ids without an owner, or scoped to the caller's own rows. */
const unownedIds =
  /^(login\.register\.browserId|loginLog\.get\.id|notices\.(read|markUnread)\.id|supportViews\.\w+\.id|orders\.(pay|quote)\.memberGroupId|siteConfig\.(get|save)\.id)$/

/** Throws for an id field without a rule. */
export function objectIdFields(name: string, endpoint: Endpoint): ObjectIdField[] {
  const { properties = {}, required = [] } = inputSchema(endpoint)
  return Object.entries(properties).flatMap(([field, schema]) => {
    const isList = alternatives(schema).some(
      ({ type, items }) => type === 'array' && items !== undefined && isIdField(items),
    )
    const path = `${name}.${field}`
    if ((!isList && !isIdField(schema)) || unownedIds.test(path)) return []
    const rule = rules.find(([items]) => items.test(path))
    if (!rule)
      throw new Error(
        `Add a rule for ${path} to tests/support/actors/access-fixtures.ts: the kind of object and who may access it.`,
      )
    return [
      {
        field,
        isList,
        required: required.includes(field),
        kind: rule[1],
        visible: rule[2],
        empty: rule[3] ?? [],
      },
    ]
  })
}

const alternatives = (schema: JsonSchema): JsonSchema[] => [schema, ...(schema.anyOf ?? [])]
const isIdField = (schema: JsonSchema): boolean =>
  alternatives(schema).some((choice) => choice['x-meaning']?.kind === 'id')
