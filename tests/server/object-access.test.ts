/**
 * Who reaches what: ten kinds of caller, every call that names something of somebody's, and things
 * of one's own, of one's sub-accounts, of sub-accounts beside one, of one's main account, of
 * strangers, of nobody, and ids that are none. What one may not see is answered as what is not
 * there, byte for byte and by the same statements, and stays as it is.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mayUse } from '#contract/roles.ts'
import { sessions } from '#server/schema.ts'
import {
  handwrittenEndpoints,
  minimalInput,
  type NamedEndpoint,
} from '#tests/support/fuzz/endpoints.ts'
import {
  callerKinds,
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

let cast: Actors
/** What is asked of this one changes nothing. */
let server: Awaited<ReturnType<typeof startWithActors>>
const statements = recordStatements()
beforeAll(async () => {
  cast = await createActors()
  server = await startWithActors(cast)
})
afterAll(async () => {
  statements.stop()
  await leave(server)
})

// A session is written again once it was used for five minutes, which a busy machine may need.
beforeEach(() => server.database.db.update(sessions).set({ usedAt: new Date(server.now()) }))

const missing = '999999999'
const malformed = ['x', '-1', '9'.repeat(30), '1003 or 1=1']

const named = handwrittenEndpoints.flatMap(([name, endpoint]: NamedEndpoint) =>
  objectIdFields(name, endpoint).map((item) => [`${name} ${item.field}`, endpoint, item] as const),
)

test.each(named)('%s', async (_name, endpoint, item) => {
  const before = await allRows(server.database.db)
  for (const kind of callerKinds) {
    const who = server.callers[kind]
    const ask = async (id: string) => {
      statements.drain()
      const reply = await who.call(endpoint, inputWith(kind, endpoint, item, id))
      return { message: saidBy(reply, id), cost: statements.drain() }
    }
    await ask(missing)
    const nothing = await ask(missing)
    expect(nothing.message, `${kind}: missing`).toContain('"success":false')
    for (const relation of relations.filter(
      (one) => !mayBeSeen(kind, item, one, endpoint) && !item.empty.includes(one),
    ))
      for (const id of idsOf(kind, item, relation))
        expect(await ask(id), `${kind}: ${relation}`).toEqual(nothing)
    for (const id of malformed)
      expect((await ask(id)).message, `${kind}: ${id}`).toBe(nothing.message)
  }
  expect(await allRows(server.database.db)).toEqual(before)
})

/** Of each company nobody takes away what another of it is to find. */
const companies = {
  subs: ['sub', 'sibling', 'other sub'],
  mains: ['main', 'other main', 'without capability'],
} as const
const found = named
  .filter(([, , { visible }]) => visible.length > 0)
  .flatMap(([name, endpoint, item]) =>
    Object.entries(companies)
      .filter(([company]) => endpoint.access === 'member' || company === 'mains')
      .map(([company, kinds]) => [name, company, endpoint, item, kinds] as const),
  )

test.each(found)(
  '%s, by %s: what is one’s own is found',
  async (_name, _company, endpoint, item, kinds) => {
    const on = endpoint.method === 'GET' ? server : await startWithActors(cast)
    for (const kind of kinds) {
      const ask = async (id: string) =>
        saidBy(await on.callers[kind].call(endpoint, inputWith(kind, endpoint, item, id)), id)
      for (const relation of relations.filter((one) => mayBeSeen(kind, item, one, endpoint)))
        for (const id of idsOf(kind, item, relation))
          expect(await ask(id), kind).not.toBe(await ask(missing))
    }
    if (on !== server) await leave(on)
  },
)

const lists = named.filter(([, endpoint, { isList }]) => isList && endpoint.mutatesBalance)

test.each(lists)(
  '%s: of one’s own and another’s together, none is touched',
  async (_name, endpoint, item) => {
    const before = await allRows(server.database.db)
    const main = server.callers.main
    const [own, other] = [cast.objects.sub[item.kind]!, cast.objects['other sub'][item.kind]!]
    for (const ids of [
      [own, other],
      [other, own],
      [own, missing],
      [own, 'x'],
    ]) {
      const reply = await main.call(endpoint, {
        ...inputWith('main', endpoint, item, own),
        [item.field]: ids,
      })
      const nothing = await main.call(endpoint, {
        ...inputWith('main', endpoint, item, own),
        [item.field]: [missing],
      })
      expect(
        saidBy(
          reply,
          ids.find((id) => id !== own)!,
        ),
      ).toBe(saidBy(nothing, missing))
    }
    expect(await allRows(server.database.db)).toEqual(before)
  },
)

async function leave(staged: typeof server): Promise<void> {
  await staged.close()
  await dropDb(staged.database.url)
}

/**
 * All that comes over the wire and could tell one from the other. A sentence may say the id that it
 * was asked about.
 */
function saidBy({ status, headers, text }: Reply, id: string): string {
  const leaked = [...headers].filter(
    ([name]) => !['x-request-id', 'date', 'content-length'].includes(name),
  )
  return JSON.stringify([status, leaked]) + text.replaceAll(JSON.stringify(id).slice(1, -1), '{id}')
}

/** A user who may not make the call learns nothing from it. */
function mayBeSeen(
  kind: CallerKind,
  { visible }: ObjectIdField,
  relation: Relation,
  { access }: NamedEndpoint[1],
): boolean {
  const person = personOf(kind)
  if (!person) return false
  return (
    visible.includes(relation) &&
    mayUse(access, { parentUserId: person.ownerId === person.userId ? null : person.ownerId })
  )
}

const personOf = (kind: CallerKind) =>
  kind in cast.people ? cast.people[kind as keyof Actors['people']] : undefined

/** Those without a session of their own come as strangers to everybody. */
function idsOf(kind: CallerKind, item: ObjectIdField, relation: Relation): string[] {
  const me = personOf(kind)
  return objectOwners
    .filter((holder) => standing(me, cast.people[holder]) === relation)
    .flatMap((holder) => cast.objects[holder][item.kind] ?? [])
}

function standing(
  me: Actors['people']['main'] | undefined,
  { ownerId, userId }: Actors['people']['main'],
): Relation {
  if (me?.ownerId !== ownerId) return ownerId === userId ? 'foreign main' : 'foreign child'
  if (me.userId === userId) return 'own'
  if (me.userId === ownerId) return 'child'
  return ownerId === userId ? 'parent' : 'sibling'
}

/**
 * Everything else is right, so that nothing but the id decides: other things that it names are the
 * caller's own.
 */
function inputWith(
  kind: CallerKind,
  endpoint: NamedEndpoint[1],
  item: ObjectIdField,
  id: string,
): Record<string, unknown> {
  const name = handwrittenEndpoints.find(([, other]) => other === endpoint)![0]
  const mine = cast.objects[kind as keyof Actors['objects']] as
    Actors['objects']['main'] | undefined
  const input = minimalInput(endpoint)
  // Nobody is given nothing.
  for (const [field, value] of Object.entries(input))
    if (value === 0 && field.endsWith('Num')) input[field] = 1
  for (const other of objectIdFields(name, endpoint)) {
    if (!other.required) delete input[other.field]
    else input[other.field] = mine?.[other.kind] ?? missing
  }
  return { ...input, [item.field]: item.isList ? [id] : id }
}
