/** Admins manage the operators, and every change is logged. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorLog } from '#contract/operator/operator-log.ts'
import { operators } from '#contract/operator/operators.ts'
import { operatorSession } from '#contract/operator/session.ts'
import { codeAt } from '#tests/support/actors/authenticator.ts'
import { newOperator, signInOperator } from '#tests/support/actors/operators.ts'
import { approvals } from '#server/schema.ts'
import { transaction } from '#server/platform/db/db.ts'
import { ops, opsJson } from '#tests/support/server/ops.ts'
import { caller, startServer, type Caller, type TestServer } from '#tests/support/server/server.ts'
import { waitingForLocks } from '#tests/support/server/database-state.ts'

let server: TestServer
let admin: Awaited<ReturnType<typeof newOperator>>
beforeAll(async () => {
  server = await startServer()
  admin = await newOperator(server)
})
afterAll(() => server.close())

const newest = async (subject: string) =>
  (await admin.call(operatorLog.page, { subject, pageSize: 1 })).data.rows[0]!
const json = (text: string | null | undefined) => JSON.parse(text ?? 'null') as unknown

test('an operator is added, edited and disabled, and each change is logged', async () => {
  const email = 'lily@staff.example.com'
  const made = await admin.call(operators.create, { email, name: 'Lily', role: 'support' })
  expect(made.data.uri).toContain(made.data.secret)
  expect(
    await signInOperator(
      server,
      { email },
      { password: made.data.password, code: codeAt(made.data.secret, server.now()) },
    ),
  ).toMatchObject({ success: true })
  const [row] = (await admin.call(operators.page, { email: 'lily' })).data.rows
  expect(row).toMatchObject({ email, name: 'Lily', role: 'support', enabled: 1 })
  const { id } = row!
  const lily = { email, name: 'Lily', role: 'support', enabled: true }

  await admin.call(operators.edit, { id, name: 'Lily Li', role: 'finance' })
  let logged = await newest('lily@')
  expect(logged).toMatchObject({ operator: admin.operator.name, action: 'operators edit' })
  expect([json(logged.before), json(logged.after)]).toEqual([
    lily,
    { ...lily, name: 'Lily Li', role: 'finance' },
  ])

  await admin.call(operators.changeEnabled, { id, enabled: 0 })
  logged = await newest('lily@')
  expect(logged).toMatchObject({ action: 'operators disable' })
  expect(json(logged.after)).toMatchObject({ enabled: false })
  expect(JSON.stringify(logged)).not.toContain(made.data.password)
})

test('created twice with one key, an operator is added once, and the response is stored encrypted', async () => {
  const body = { email: 'twice@staff.example.com', name: 'Twice', role: 'support' } as const
  const create = () => admin.call(operators.create, body, { 'idempotency-key': 'create-twice' })
  const [first, second] = [await create(), await create()]
  expect(second.text).toBe(first.text)
  const { rows } = await server.database.db.execute<{ answer: string }>(
    sql`select answer from idempotency where key = 'create-twice' and owner_id = 0`,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]!.answer).not.toContain(first.data.password)
  expect(rows[0]!.answer).not.toContain('"success"')
  const { data } = await admin.call(operators.page, { email: body.email })
  expect(data.total).toBe(1)
})

test('an email or a name in use is refused at its field', async () => {
  const { email, name } = admin.operator
  const asSupport = { role: 'support' } as const
  const byEmail = await admin.refused(operators.create, { email, name: 'New one', ...asSupport })
  expect(byEmail).toMatchObject({
    code: 'invalid',
    fields: { email: expect.anything() as unknown },
  })
  const byName = await admin.refused(operators.create, {
    email: 'new-one@staff.example.com',
    name,
    ...asSupport,
  })
  expect(byName).toMatchObject({ code: 'invalid', fields: { name: expect.anything() as unknown } })
})

test('admins cannot disable themselves or change their own name or role', async () => {
  const { userId: id, name } = admin.operator
  const refusals = [
    await admin.refused(operators.changeEnabled, { id, enabled: 0 }),
    await admin.refused(operators.edit, { id, name, role: 'support' }),
    // The limit of adjustments counts by name.
    await admin.refused(operators.edit, { id, name: `${name} again`, role: 'admin' }),
  ]
  for (const refusal of refusals)
    expect(refusal).toMatchObject({
      code: 'notAllowed',
      msg: expect.stringContaining('own') as unknown,
    })
  expect((await admin.call(operatorSession.get, {})).data.role).toBe('admin')
  const { rows } = (await admin.call(operators.page, { pageSize: 100 })).data
  expect(rows.filter(({ isOwn }) => isOwn === 1).map((row) => row.id)).toEqual([id])
})

test('renewed credentials end the sessions and replace password and code', async () => {
  const other = await newOperator(server, 'finance')
  const { data } = await admin.call(operators.renewCredentials, { id: other.operator.userId })
  expect((await other.refused(operatorSession.get, {})).status).toBe(700)
  expect((await signInOperator(server, other.operator)).success).toBe(false)
  const typed = { password: data.password, code: codeAt(data.secret, server.now()) }
  expect((await signInOperator(server, other.operator, typed)).success).toBe(true)
})

test('the log is filtered by operator, kind and name of the subject, and time', async () => {
  const { data: all } = await admin.call(operatorLog.page, {})
  expect(all.total).toBeGreaterThan(3)
  const page = async (query: object) => (await admin.call(operatorLog.page, query)).data.total
  expect(await page({ operator: 'nobody of this name' })).toBe(0)
  expect(await page({ operator: admin.operator.name })).toBeGreaterThan(0)
  expect(await page({ subjectKind: 'operator' })).toBe(all.total)
  expect(await page({ subjectKind: 'operator', subject: 'lily@staff' })).toBeGreaterThan(2)
  expect(await page({ subjectKind: 'account' })).toBe(0)
  expect(await page({ createDateTimeBegin: '2999-01-01 00:00:00' })).toBe(0)
  expect(await page({ createDateTimeEnd: '2999-01-01 00:00:00' })).toBe(all.total)
})

test('the command adds the first operator, who can sign in', async () => {
  const env = { DATABASE_URL: server.database.url }
  const email = 'first@staff.example.com'
  const add = ['operators', 'add', email, '--role', 'admin', '--name', 'First one']
  const { notes } = await opsJson<{ notes: string[] }>(env, ...add)
  const [password = '', secret = ''] = notes.map((note) => note.split(': ')[1])
  const code = codeAt(secret, server.now())
  const { data } = await signInOperator(server, { email }, { password, code })
  expect((await caller(server, data).call(operatorSession.get, {})).data.role).toBe('admin')
  expect(await ops(env, ...add)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('taken') as unknown,
  })
})

const changesOfOther = {
  disable: (by: Caller, { userId }: { userId: string }) =>
    by.call(operators.changeEnabled, { id: userId, enabled: 0 }),
  demote: (by: Caller, { userId, name }: { userId: string; name: string }) =>
    by.call(operators.edit, { id: userId, name, role: 'support' }),
  renew: (by: Caller, { userId }: { userId: string }) =>
    by.call(operators.renewCredentials, { id: userId }),
}
test.each(Object.entries(changesOfOther))(
  'of two admins who %s each other at once one does, and the other is signed out',
  async (_, change) => {
    const { db } = server.database
    const [first, second] = [await newOperator(server), await newOperator(server)]
    for (const { operator } of [first, second])
      await db.insert(approvals).values({
        createdAt: new Date(),
        kind: 'adjust',
        askedBy: operator.userId,
        askedName: operator.name,
        askedRole: 'admin',
        ownerId: '10001',
        subject: 'account anna@example.com',
        request: {},
        reason: 'asked before',
      })
    // Both calls have locked operators before either reaches what they change of each other.
    const replies = await transaction(db, async (tx) => {
      await tx.execute(sql`lock table approvals, operator_grants, operator_log in exclusive mode`)
      const calls = [change(first, second.operator), change(second, first.operator)]
      await expect.poll(() => waitingForLocks(db)).toBe(2)
      return calls
    }).then((calls) => Promise.all(calls))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 700])
  },
)
