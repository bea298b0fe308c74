/**
 * Object-level access: callers of each role and one whose session has ended use every endpoint that
 * takes an id, with ids of own, related, foreign, unknown and malformed objects. An invisible object
 * gets the same response and the same statements as an unknown one, and stays unchanged.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hasAccess } from '#contract/roles.ts'
import { sessions } from '#server/schema.ts'
import {
  handwrittenEndpoints,
  minimalInput,
  type NamedEndpoint,
} from '#tests/support/fuzz/endpoints.ts'
import {
  createActors,
  objectOwners,
  startWithActors,
  type CallerKind,
  type Actors,
  objectIdFields,
  relations,
  type ObjectIdField,
  type Relation,
} from '#tests/support/actors/access-fixtures.ts'
import { dropDb } from '#tests/support/server/postgres.ts'
import type { Reply } from '#tests/support/server/server.ts'
import { recordStatements, allRows } from '#tests/support/server/database-state.ts'

let actors: Actors
/** Server whose rows the tests do not change. */
let server: Awaited<ReturnType<typeof startWithActors>>
const statements = recordStatements()
beforeAll(async () => {
  actors = await createActors()
  server = await startWithActors(actors)
})
afterAll(async () => {
  statements.stop()
  await closeAndDrop(server)
})

// Keeps sessions fresh: one that was used for five minutes is updated by the next call.
beforeEach(() => server.database.db.update(sessions).set({ usedAt: new Date(server.now()) }))

/** Whether other callers without a session are refused is tested in `endpoint-access.test.ts`. */
const callerKinds = [...objectOwners, 'ended'] as const

const missing = '999999999'
const malformed = ['x', '-1', '9'.repeat(30), '1003 or 1=1']

const endpointsWithIds = handwrittenEndpoints.flatMap(([name, endpoint]: NamedEndpoint) =>
  objectIdFields(name, endpoint).map((item) => [`${name} ${item.field}`, endpoint, item] as const),
)

test(
  'at every endpoint an object of others is answered like a missing one, and stays as it is',
  { timeout: 300_000 },
  async () => {
    const before = await allRows(server.database.db)
    for (const [name, endpoint, item] of endpointsWithIds)
      for (const kind of callerKinds) {
        const actor = server.callers[kind]
        const callWith = async (id: string) => {
          statements.drain()
          const reply = await actor.call(endpoint, inputWith(kind, endpoint, item, id))
          return { message: observable(reply, id), cost: statements.drain() }
        }
        await callWith(missing)
        const unknownReply = await callWith(missing)
        expect(unknownReply.message, `${name} by ${kind}: missing`).toContain('"success":false')
        const invisible = relations
          .filter(
            (relation) =>
              !isVisible(kind, item, relation, endpoint) && !item.empty.includes(relation),
          )
          .flatMap((relation) => idsOf(kind, item, relation).map((id) => [relation, id] as const))
        // A caller without access is refused before its input is read: one object is enough.
        for (const [relation, id] of mayCall(kind, endpoint) ? invisible : invisible.slice(0, 1))
          expect(await callWith(id), `${name} by ${kind}: ${relation}`).toEqual(unknownReply)
        // Whether an id is malformed does not depend on the caller.
        for (const id of kind === 'main' ? malformed : [])
          expect((await callWith(id)).message, `${name}: ${id}`).toBe(unknownReply.message)
      }
    expect(await allRows(server.database.db)).toEqual(before)
  },
)

/** Groups of callers that do not interfere: none deletes an object that another one is to find. */
const callerGroups = {
  subs: ['sub', 'sibling', 'other sub'],
  mains: ['main', 'other main', 'without capability'],
} as const
const endpointsThatFind = endpointsWithIds
  .filter(([, , { visible }]) => visible.length > 0)
  .flatMap(([name, endpoint, item]) =>
    Object.entries(callerGroups)
      .filter(
        ([group]) =>
          endpoint.access === 'member' || (group === 'mains') === (endpoint.access === 'main'),
      )
      .map(([group, kinds]) => [name, group, endpoint, item, kinds] as const),
  )

test.each(endpointsThatFind)(
  '%s, called by %s, finds visible objects',
  async (_name, _company, endpoint, item, kinds) => {
    const ownServer = endpoint.method === 'GET' ? server : await startWithActors(actors)
    for (const kind of kinds) {
      const callWith = async (id: string) =>
        observable(
          await ownServer.callers[kind].call(endpoint, inputWith(kind, endpoint, item, id)),
          id,
        )
      for (const relation of relations.filter((relation) =>
        isVisible(kind, item, relation, endpoint),
      ))
        for (const id of idsOf(kind, item, relation))
          expect(await callWith(id), kind).not.toBe(await callWith(missing))
    }
    if (ownServer !== server) await closeAndDrop(ownServer)
  },
)

const lists = endpointsWithIds.filter(
  ([, endpoint, { isList }]) => isList && endpoint.mutatesBalance,
)

test('one invisible or unknown id in a list changes nothing', async () => {
  const before = await allRows(server.database.db)
  const { main } = server.callers
  expect(lists.length).toBeGreaterThan(1)
  for (const [name, endpoint, item] of lists) {
    const [ownId, other] = [actors.objects.sub[item.kind]!, actors.objects['other sub'][item.kind]!]
    const callWith = async (ids: string[], unknownId: string) => {
      const input = { ...inputWith('main', endpoint, item, ownId), [item.field]: ids }
      return observable(await main.call(endpoint, input), unknownId)
    }
    const unknownReply = await callWith([missing], missing)
    for (const [ids, unknownId] of [
      [[ownId, other], other],
      [[other, ownId], other],
      [[ownId, missing], missing],
      [[ownId, 'x'], 'x'],
    ] as const)
      expect(await callWith([...ids], unknownId), `${name}: ${ids}`).toBe(unknownReply)
  }
  expect(await allRows(server.database.db)).toEqual(before)
})

async function closeAndDrop(toClose: typeof server): Promise<void> {
  await toClose.close()
  await dropDb(toClose.database.url)
}

/**
 * Everything in a response that could reveal whether an object exists. The requested id itself is
 * replaced.
 */
function observable({ status, headers, text }: Reply, id: string): string {
  const leaked = [...headers].filter(
    ([name]) => !['x-request-id', 'date', 'content-length'].includes(name),
  )
  return JSON.stringify([status, leaked]) + text.replaceAll(JSON.stringify(id).slice(1, -1), '{id}')
}

/** True if the caller may use the endpoint and see the object. */
const isVisible = (
  kind: CallerKind,
  { visible }: ObjectIdField,
  relation: Relation,
  endpoint: NamedEndpoint[1],
): boolean => visible.includes(relation) && mayCall(kind, endpoint)

function mayCall(kind: CallerKind, { access }: NamedEndpoint[1]): boolean {
  const person = personOf(kind)
  if (!person) return false
  return hasAccess(access, {
    parentUserId: person.ownerId === person.userId ? null : person.ownerId,
  })
}

const personOf = (kind: CallerKind) =>
  kind in actors.people ? actors.people[kind as keyof Actors['people']] : undefined

/** Ids of objects in the given relation. Callers without a session are foreign to all. */
function idsOf(kind: CallerKind, item: ObjectIdField, relation: Relation): string[] {
  const callerPerson = personOf(kind)
  return objectOwners
    .filter((holder) => relationOf(callerPerson, actors.people[holder]) === relation)
    .flatMap((holder) => actors.objects[holder][item.kind] ?? [])
}

function relationOf(
  callerPerson: Actors['people']['main'] | undefined,
  { ownerId, userId }: Actors['people']['main'],
): Relation {
  if (callerPerson?.ownerId !== ownerId)
    return ownerId === userId ? 'foreign main' : 'foreign child'
  if (callerPerson.userId === userId) return 'own'
  if (callerPerson.userId === ownerId) return 'child'
  return ownerId === userId ? 'parent' : 'sibling'
}

/** Valid input apart from the id under test: other ids are the caller's own. */
function inputWith(
  kind: CallerKind,
  endpoint: NamedEndpoint[1],
  item: ObjectIdField,
  id: string,
): Record<string, unknown> {
  const name = handwrittenEndpoints.find(([, other]) => other === endpoint)![0]
  const ownObjects = actors.objects[kind as keyof Actors['objects']] as
    | Actors['objects']['main']
    | undefined
  const input = minimalInput(endpoint)
  // Amounts must not be zero.
  for (const [field, value] of Object.entries(input))
    if (value === 0 && field.endsWith('Num')) input[field] = 1
  for (const other of objectIdFields(name, endpoint)) {
    if (!other.required) delete input[other.field]
    else input[other.field] = ownObjects?.[other.kind] ?? missing
  }
  return { ...input, [item.field]: item.isList ? [id] : id }
}
