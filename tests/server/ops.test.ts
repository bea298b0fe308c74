/** The operators' command line makes the calls of their console: one server, one table of cases. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { businessLimits } from '#contract/business-limits.ts'
import { operatorRoles, type OperatorRole } from '#contract/operator/roles.ts'
import { packages } from '#contract/packages.ts'
import { customerService, siteConfig } from '#contract/site.ts'
import { users } from '#contract/users.ts'
import { operators, operatorSessions, unmatchedPayments } from '#server/schema.ts'
import { reserveChars } from '#server/features/ledger/reservations/reserve-chars.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { insertSite } from '#server/seed/site.ts'
import { addMember } from '#tests/support/actors/memberships.ts'
import { addOperator } from '#tests/support/actors/operators.ts'
import { openNoticeStream } from '#tests/support/server/event-stream.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { ops, opsJson, opsProcess } from '#tests/support/server/ops.ts'
import { freshUrl } from '#tests/support/server/postgres.ts'
import { caller, signedIn, startServer, type TestServer } from '#tests/support/server/server.ts'

let server: TestServer
let env: Record<string, string>
let adminEmail = ''
const folder = mkdtempSync(join(tmpdir(), 'yq-ops-'))
const roleName: Record<OperatorRole, string> = { support: 'Su', finance: 'Fang', admin: 'Li Lei' }
beforeAll(async () => {
  server = await startServer()
  const { db, url } = server.database
  env = { DATABASE_URL: url }
  await ensureCatalogue(db)
  await insertSite(db)
  for (const role of operatorRoles) {
    const { userId, email } = await addOperator(server, role)
    await db.execute(sql`update operators set name = ${roleName[role]} where user_id = ${userId}`)
    adminEmail = email
  }
  const gone = {
    email: 'gone@staff.example.com',
    name: 'Gone',
    role: 'admin',
    enabled: false,
  } as const
  await db.insert(operators).values({ ...gone, passwordHash: 'x', createdAt: new Date() })
})
afterAll(async () => {
  expect(await server.database.db.$count(operatorSessions)).toBe(0)
  expect(await discrepancies(server.database.db)).toEqual([])
  await server.close()
  rmSync(folder, { recursive: true })
})
const admin = ['--operator', 'Li Lei'] as const
const visitor = () => caller(server, null)
const member = async (chars = 1_000) => {
  const { main } = await addMember(server.database.db, { chars: [chars] })
  const owner = await signedIn(server, main)
  const charsNow = async () => (await owner.call(users.get, {})).data.memberAccount.usableCharNum
  return { main, owner, charsNow, id: ['--id', main.userId] as const }
}
const newPackage = ['packages', 'create', ...admin, '--name', '年', '--enName', 'x', '--num', '9']
const byChar = ['--translationBillingMode', 'char', '--channelId', '1'] as const

test.each<[string[], number, string | RegExp]>([
  [['fly'], 2, 'Unknown command “fly”. List all with: npm run ops -- --help'],
  [['packages'], 2, 'Unknown command “packages”'],
  [['session', 'changePassword'], 2, 'Unknown command “session changePassword”'],
  [['packages', 'page'], 2, 'packages page needs --operator'],
  [['packages', 'page', ...admin, '--fast'], 2, 'packages page has no option --fast.'],
  [['packages', 'page', ...admin, 'x'], 2, '“x” is unexpected'],
  [['packages', 'get', ...admin, '--id'], 2, 'The option --id needs a value.'],
  [['packages', 'get', '--id', ...admin], 2, 'The option --id needs a value.'],
  [
    ['packages', 'page', '--operator', 'Gone'],
    1,
    /no enabled operator “Gone”.*Fang.*operators add/,
  ],
  [['packages', 'edit', '--operator', 'Fang', '--id', '2'], 1, 'not allowed'],
  [['packages', 'get', ...admin, '--id', '99'], 1, /found/],
  [
    [...newPackage, ...byChar, '--salePrice', '1.234', '--onSale', 'maybe'],
    1,
    /^--salePrice <0\.00>: .+\n--onSale <yes\|no>: .+\n$/,
  ],
  [[...newPackage, ...byChar], 1, '--salePrice <0.00>: '],
  [
    ['packages', 'edit', ...admin, '--id', '2', '--salePrice', '98.99'],
    1,
    'would sell 1,000,000 characters for ¥98.99',
  ],
  [
    ['packages', 'edit', ...admin, '--id', '2', '--salePrice', '98.99', '--lang', 'zh'],
    1,
    /^\P{Script=Latin}*“标准版”.*98\.99/u,
  ],
  [['packages', 'edit', ...admin, '--id', '6', '--salePrice', '0'], 1, 'must have a price'],
  [['packages', 'remove', ...admin, '--id', '2'], 1, 'is on sale. Take it off sale first'],
  [['channels', 'remove', ...admin, '--id', '1'], 1, 'is offered. Stop offering it first'],
  [
    ['supportContacts', 'edit', ...admin, '--id', '1', '--qrCode', '/nowhere/x.png'],
    2,
    '--qrCode: the file /nowhere/x.png can’t be read (ENOENT).',
  ],
  [
    ['operators', 'add', 'a@example.com', '--role', 'boss'],
    1,
    /^--name <text>: .+\n--role <support/,
  ],
  [['operators', 'add', '--name', 'Al', '--role', 'admin'], 1, /^<email>: /],
  [['operators', 'confirm', 'nobody@example.com'], 1, /found/],
])('%j is refused with a sentence', async (args, code, sentence) => {
  const before = await changeableRows()
  const result = await ops(env, ...args)
  expect(result).toMatchObject({ code, stdout: '' })
  if (typeof sentence === 'string') expect(result.stderr).toContain(sentence)
  else expect(result.stderr).toMatch(sentence)
  expect(await changeableRows()).toBe(before)
})

/** All rows that the refused commands could change. */
async function changeableRows(): Promise<string> {
  const { rows } = await server.database.db.execute(
    sql`select (select json_agg(g order by id) from member_groups g) as packages,
      (select json_agg(s order by id) from service_contacts s) as contacts, (select count(*) from operators) as operators`,
  )
  return JSON.stringify(rows)
}

test('help comes from the contract, in both languages', async () => {
  const text = async (...args: string[]) => {
    const { code, stdout, stderr } = await ops({}, ...args, '--help')
    expect([code, stderr]).toEqual([0, ''])
    return stdout
  }
  const all = await text()
  for (const line of [
    /unmatchedPayments +page, get,/,
    /operators +page, .*add, confirm/,
    /secret-keys/,
  ])
    expect(all).toMatch(line)
  expect(all).not.toContain('changePassword')
  expect(await text('operators')).toMatch(/add <email> +Adds an operator/)
  const adjust = await text('customers', 'adjust')
  for (const line of [
    /--id <id> .*\(required\)/,
    /--chars <number> +\S/,
    /Roles: support, finance, admin/,
  ])
    expect(adjust).toMatch(line)
  expect(await text('unmatchedPayments', 'page')).toContain('--state <open|asked|order|account|')
  expect(await text('packages', 'edit')).toMatch(/--name <text> +Chinese name\n/)
  const chinese = await ops({ LANG: 'zh_CN.UTF-8' }, 'customers', 'adjust', '--help')
  expect(chinese.stdout).toMatch(/调整账号的额度[^]*--reason <text> +\S+（必填）/)
})

test('a package is priced in yuan; values left out stay, and the log names operator and user', async () => {
  const edit = ['packages', 'edit', '--id', '6', '--salePrice', '149.50']
  const byEmail = ['--operator', adminEmail.toUpperCase()]
  expect(await opsProcess(env, ...edit, ...byEmail)).toEqual({
    code: 0,
    stdout: 'Done\n',
    stderr: '',
  })
  const onSale = (await visitor().call(packages.sale, {})).data
  expect(onSale.find(({ id }) => id === '6')).toMatchObject({ salePrice: 14_950, num: 43_200 })
  const byAdmin = ['operatorLog', 'page', '--input.operator', 'Li Lei', ...admin]
  const { rows } = await opsJson<{ rows: object[] }>(env, ...byAdmin)
  expect(rows.slice(0, 2)).toMatchObject([
    { operator: 'Li Lei', action: 'packages change', subject: 'package 6' },
    {
      operator: 'Li Lei',
      action: 'session command',
      after: expect.stringContaining(userInfo().username) as unknown,
    },
  ])
})

test('an adjustment is made once the limits allow it, and above them by a second operator', async () => {
  const { id, charsNow, owner } = await member()
  const stream = await openNoticeStream(server.api, owner)
  const adjust = (chars: string, ...more: string[]) =>
    ops(
      env,
      'customers',
      'adjust',
      ...id,
      '--operator',
      'Su',
      '--reason',
      'outage',
      '--chars',
      chars,
      ...more,
    )
  expect(await adjust('-200')).toEqual({ code: 0, stdout: 'outcome  done\n', stderr: '' })
  await vi.waitFor(() => expect(stream.changedTopics()).toContain('memberAccountLog'), 30_000)
  await stream.close()
  expect(await adjust('-801')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('has only 800 characters') as unknown,
  })
  const { chars } = businessLimits.adjustment
  expect((await adjust(`+${chars}`)).stdout).toMatch(/asked\n.*second operator has to approve/)
  expect(await charsNow()).toBe(800)
  const page = await opsJson<{ rows: { id: string }[] }>(
    env,
    'approvals',
    'page',
    ...admin,
    '--state',
    'open',
  )
  const approve = (name: string) =>
    ops(env, 'approvals', 'approve', '--id', page.rows[0]!.id, '--operator', name)
  expect((await approve('Su')).code).toBe(1)
  expect(await approve('Li Lei')).toMatchObject({ code: 0, stdout: 'Done\n' })
  expect(await charsNow()).toBe(chars + 800)
})

test('adjustments of time, of an ended trial and of reserved characters are refused', async () => {
  const { db } = server.database
  const byTime = await addMember(db, { groupId: '8', chars: [5, 5], minutes: 60 })
  const lapsed = await addMember(db, { groupId: '1', chars: [5], minutes: -1 })
  const byChar = await addMember(db, { chars: [1_000] })
  await reserveChars(db, { ...byChar.main, chars: 300, usesMainQuota: false }, new Date())
  const refusalOf = async ({ userId }: { userId: string }, unit: string, change: string) => {
    const adjust = ['customers', 'adjust', '--id', userId, `--${unit}`, change, '--reason', 'x']
    const { code, stderr } = await ops(env, ...adjust, ...admin)
    expect(code).toBe(1)
    return stderr
  }
  expect(await refusalOf(byTime.main, 'minutes', '-61')).toContain('minutes, so 61')
  expect(await refusalOf(byTime.subs[0]!, 'minutes', '5')).toContain('is a sub-account')
  expect(await refusalOf(lapsed.main, 'chars', '5')).toContain('has expired, so added characters')
  expect(await refusalOf(byChar.main, 'minutes', '5')).toContain('billed per character')
  expect(await refusalOf(byChar.main, 'chars', '-701')).toContain('has only 700 characters, so 701')
})

test('files, lists and long texts are taken as values', async () => {
  const file = (name: string, content: Buffer | string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const picture = file('code.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))
  const contact = ['--platform', 'LINE', '--purpose', 'afterSale', '--account', '@yiqiao']
  const url = ['--referUrl', 'https://line.example.com/yiqiao', '--qrCode', picture]
  const run = async (...args: string[]) =>
    expect(await ops(env, ...args, ...admin)).toMatchObject({ code: 0, stderr: '' })
  await run('supportContacts', 'create', ...contact, ...url)
  const { accountList } = (await visitor().call(customerService.list, {})).data.at(-1)!
  expect(accountList).toMatchObject([{ account: '@yiqiao', accountType: 2 }])
  expect(accountList![0]!.qrCode).toMatch(/^data:image\/png;base64,iVBOR/)
  const download = [
    '--label',
    '全部',
    '--enLabel',
    'All',
    '--softwareVersion',
    '3',
    '--childId',
    '1,22',
  ]
  await run('downloads', 'create', ...download)
  const value = `@${file('site.json', '{"record": "沪ICP备0号"}')}`
  await run('configuration', 'create', '--name', 'SITE_RECORD', '--value', value)
  const { valued } = (await visitor().call(siteConfig.get, { id: 'SITE_RECORD' })).data
  expect(JSON.parse(valued)).toEqual({ record: '沪ICP备0号' })
})

test('lists are tables with amounts in yuan, and texts of customers can’t control the terminal', async () => {
  const paidAt = new Date()
  const payment = {
    gateway: 'wechat',
    gatewayNo: '42000',
    reason: 'unknownOrder',
    paidAt,
    at: paidAt,
  } as const
  await server.database.db
    .insert(unmatchedPayments)
    .values({ ...payment, orderNo: 'NO\u001b[31mPE', amountCents: 9_900 })
  const { stdout } = await ops(env, 'unmatchedPayments', 'page', '--operator', 'Fang')
  expect(stdout).toMatch(/^id +createDateTime .* amount /)
  expect(stdout).toMatch(/¥99\.00 +wechat +42000 +NO \[31mPE .*unknownOrder +open\n1 of 1\n$/)
  const { id, main } = await member()
  const details = (await ops(env, 'customers', 'get', '--operator', 'Su', ...id)).stdout
  expect(details).toMatch(new RegExp(`account +${main.account}\n[^]*\nmembers:\n  id `))
})

test('a database that is not there or not migrated is refused', async () => {
  const list = ['packages', 'page', ...admin]
  expect(await ops({ DATABASE_URL: await freshUrl() }, ...list)).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'The database tables are older than this program. Start the server once to migrate them.\n',
  })
  const away = await ops({ DATABASE_URL: 'postgres://postgres:secret@127.0.0.1:1/x' }, ...list)
  expect(away.code).toBe(2)
  expect(away.stderr).not.toContain('secret')
  const none = await ops({ DATA_DIR: folder }, ...list)
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('There is no database in')])
})
