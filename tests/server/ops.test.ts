/**
 * The operator command on a real database: its changes are visible to visitors and members at once.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { accountLog } from '#contract/ledger.ts'
import { customerService, siteConfig } from '#contract/site.ts'
import { packages } from '#contract/packages.ts'
import { users } from '#contract/users.ts'
import { unmatchedPayments } from '#server/schema.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { insertSite } from '#server/seed/site.ts'
import { openNoticeStream } from '#tests/support/server/event-stream.ts'
import { addMember } from '#tests/support/actors/memberships.ts'
import { ops, opsJson, opsProcess } from '#tests/support/server/ops.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { caller, signedIn, startServer, type TestServer } from '#tests/support/server/server.ts'
import { reserveChars } from '#server/features/ledger/reservations/service.ts'

let server: TestServer
let env: Record<string, string>
const folder = mkdtempSync(join(tmpdir(), 'yq-ops-'))
beforeAll(async () => {
  server = await startServer()
  env = { DATABASE_URL: server.database.url }
  await ensureCatalogue(server.database.db)
  await insertSite(server.database.db)
})
afterAll(async () => {
  expect(await discrepancies(server.database.db)).toEqual([])
  await server.close()
  rmSync(folder, { recursive: true })
})
const visitor = () => caller(server, null)
const onSale = async () => (await visitor().call(packages.sale, {})).data
const operator = ['--by', 'Li Lei'] as const

type Changed = {
  subject: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  notes: string[]
  done: boolean
}

test('a package is added, priced, sold and withdrawn with previews, visible at once', async () => {
  const yearly = [
    '--name',
    '年度版',
    '--en-name',
    'Yearly',
    '--mode',
    'time',
    '--channel',
    '3',
    '--num',
    '525600',
    '--price',
    '2000',
  ]
  const added = await opsJson<Changed>(env, 'packages', 'add', ...yearly)
  expect(added).toMatchObject({
    subject: 'package 9',
    before: null,
    after: { priceCents: 200_000, onSale: false, createChildUser: false },
    done: true,
  })
  const unconfirmed = await opsProcess(
    env,
    'packages',
    'change',
    '9',
    '--on-sale',
    'yes',
    '--price',
    '1999.90',
  )
  expect(unconfirmed).toMatchObject({ code: 3, stderr: '' })
  expect(unconfirmed.stdout).toContain('¥2000.00 -> ¥1999.90')
  expect(unconfirmed.stdout).toContain('Nothing was changed. Run it again with --yes')
  expect(await onSale()).toHaveLength(7)
  const changed = await opsProcess(
    env,
    'packages',
    'change',
    '9',
    '--on-sale',
    'yes',
    '--price',
    '1999.90',
    '--yes',
    ...operator,
  )
  expect([changed.code, changed.stdout.trim().split('\n').at(-1)]).toEqual([0, 'Done.'])
  expect((await onSale()).at(-1)).toMatchObject({
    id: '9',
    enName: 'Yearly',
    num: 525_600,
    salePrice: 199_990,
  })
  expect(await ops(env, 'packages', 'delete', '9')).toMatchObject({ code: 1, stdout: '' })
  await ops(env, 'packages', 'change', '9', '--on-sale', 'no', '--yes')
  expect(await opsJson<Changed>(env, 'packages', 'delete', '9', ...operator)).toMatchObject({
    after: null,
    done: true,
  })
  const history = await opsJson<{ action: string; operator: string; before: unknown }[]>(
    env,
    'history',
    'list',
    '--last',
    '3',
  )
  expect(history.map(({ action }) => action)).toEqual([
    'packages delete',
    'packages change',
    'packages change',
  ])
  expect(history[0]).toMatchObject({ operator: 'Li Lei', before: { priceCents: 199_990 } })
})

test('an adjustment is logged with its operator for the owner, and never goes below zero', async () => {
  const { main, subs } = await addMember(server.database.db, { chars: [1_000, 10] })
  const owner = await signedIn(server, main)
  const memberAccount = async () => (await owner.call(users.get, {})).data.memberAccount
  const [{ username }] = [(await owner.call(users.get, {})).data]
  const reasonAndOperator = ['--reason', 'goodwill after an outage', ...operator]
  expect(
    await ops(env, 'adjust', username!, '--chars', '-200', '--voices', '5', ...reasonAndOperator),
  ).toMatchObject({ code: 3 })
  expect((await memberAccount()).usableCharNum).toBe(1_000)
  const changed = await opsJson<Changed>(
    env,
    'adjust',
    username!.toUpperCase(),
    '--chars',
    '-200',
    '--voices',
    '5',
    ...reasonAndOperator,
    '--yes',
  )
  expect(changed).toMatchObject({
    before: { chars: 1_000, voices: 2 },
    after: { chars: 800, voices: 7 },
    done: true,
  })
  expect(await memberAccount()).toMatchObject({ usableCharNum: 800, usableVoiceNum: 7 })
  const times = {
    createDateTimeBegin: '2020-01-01 00:00:00',
    createDateTimeEnd: '2099-01-01 00:00:00',
  }
  const { rows } = (
    await owner.call(accountLog.page, { logType: 'SYS_ADJUST', pageNum: 1, pageSize: 10, ...times })
  ).data
  expect(rows[0]).toMatchObject({
    charChangeNum: -200,
    voiceChangeNum: 5,
    managerName: 'Li Lei',
    beforeCharNum: 1_000,
    lastCharNum: 800,
  })
  const tooMuch = await opsProcess(
    env,
    'adjust',
    main.account,
    '--chars=-801',
    ...reasonAndOperator,
    '--yes',
  )
  expect(tooMuch).toEqual({
    code: 1,
    stdout: '',
    stderr: `${username} has 800 chars, so no 801 can be taken.\n`,
  })
  await reserveChars(server.database.db, { ...main, chars: 300, usesMainQuota: false }, new Date())
  const moreThanFree = await ops(
    env,
    'adjust',
    main.account,
    '--chars=-501',
    ...reasonAndOperator,
    '--yes',
  )
  expect(moreThanFree).toMatchObject({
    code: 1,
    stderr: `${username} has 500 chars, so no 501 can be taken.\n`,
  })
  expect(
    await ops(env, 'adjust', subs[0]!.account, '--chars', '7', ...reasonAndOperator, '--yes'),
  ).toMatchObject({ code: 0 })
  const [last] = await opsJson<{ reason: string; subject: string }[]>(
    env,
    'history',
    'list',
    '--last',
    '1',
  )
  expect(last).toMatchObject({
    reason: 'goodwill after an outage',
    subject: `account ${subs[0]!.account}`,
  })
})

test('time is added and removed, for time plans only', async () => {
  const byTime = (
    await addMember(server.database.db, { groupId: '6', chars: [0, 0], minutes: 100 })
  ).main
  const before = (await (await signedIn(server, byTime)).call(users.get, {})).data.memberAccount
    .expireDateTime!
  const reasonAndOperator = ['--reason', 'x', ...operator, '--yes'] as const
  await ops(env, 'adjust', byTime.account, '--minutes', '+1440', ...reasonAndOperator)
  const after = (await (await signedIn(server, byTime)).call(users.get, {})).data.memberAccount
    .expireDateTime!
  expect(Date.parse(`${after}Z`) - Date.parse(`${before}Z`)).toBe(86_400_000)
  expect(
    (await ops(env, 'adjust', byTime.account, '--minutes', '-1600', ...reasonAndOperator)).stderr,
  ).toMatch(/ has 1,5\d\d minutes left, so no 1,600 can be taken\.\n$/)
  const byChar = (await addMember(server.database.db)).main
  expect(
    (await ops(env, 'adjust', byChar.account, '--minutes', '5', ...reasonAndOperator)).stderr,
  ).toContain('billed per character')
})

test('contacts with pictures, downloads and configuration are served as entered', async () => {
  const picture = join(folder, 'code.png')
  writeFileSync(picture, Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))
  const lineContact = [
    '--platform',
    'LINE',
    '--type',
    'after-sale',
    '--account',
    '@yiqiao',
    '--url',
    'https://line.example.com/yiqiao',
  ]
  expect(await ops(env, 'contacts', 'add', ...lineContact, '--qr', picture)).toMatchObject({
    code: 0,
  })
  const list = (await visitor().call(customerService.list, {})).data
  expect(list.at(-1)).toMatchObject({
    platform: 'LINE',
    accountList: [{ accountType: 2, account: '@yiqiao' }],
  })
  expect(list.at(-1)!.accountList![0]!.qrCode).toMatch(/^data:image\/png;base64,iVBOR/)
  expect(
    (await visitor().call(customerService.validate, { platform: 'LINE', account: '@yiqiao' })).data,
  ).toBe(true)
  const tablet = [
    '--label',
    '平板',
    '--en-label',
    'Tablet',
    '--version',
    '3.0',
    '--url',
    'https://downloads.example.com/tablet.apk',
  ]
  expect(await opsJson<Changed>(env, 'downloads', 'add', ...tablet)).toMatchObject({
    subject: 'download 23',
    done: true,
  })
  await ops(env, 'downloads', 'change', '1', '--version', '2.7.0')
  const { valued } = (await visitor().call(siteConfig.get, { id: 'SOFT_DOWNLOAD_CONFIG' })).data
  const [{ child }] = JSON.parse(valued) as [
    { child: { id: number; version: string; enLabel: string }[] },
  ]
  expect(child.find(({ id }) => id === 1)).toMatchObject({
    version: '2.7.0',
    enLabel: 'Windows 64-bit',
  })
  expect(child.at(-1)).toMatchObject({ id: 23, enLabel: 'Tablet' })
  const file = join(folder, 'site.json')
  writeFileSync(file, '{"record": "沪ICP备0号"}')
  expect(await ops(env, 'config', 'add', 'SITE_RECORD', '--value', `@${file}`)).toMatchObject({
    code: 0,
  })
  expect(
    JSON.parse((await visitor().call(siteConfig.get, { id: 'SITE_RECORD' })).data.valued),
  ).toEqual({ record: '沪ICP备0号' })
})

test('an announcement reaches all open streams, an adjustment its owner’s', async () => {
  const { main } = await addMember(server.database.db, { chars: [10] })
  const visitors = await openNoticeStream(server.api, visitor())
  const owner = await openNoticeStream(server.api, await signedIn(server, main))
  const announcement = [
    '--zh-title',
    '维护',
    '--zh-text',
    '今晚十点维护',
    '--en-title',
    'Maintenance',
    '--en-text',
    'Tonight at ten',
  ]
  await opsJson<Changed>(
    env,
    'announcements',
    'add',
    ...announcement,
    '--level',
    'warning',
    ...operator,
  )
  for (const reader of [visitors, owner])
    await vi.waitFor(
      () => expect(reader.notices()).toMatchObject([{ title: 'Maintenance', level: 'warning' }]),
      30_000,
    )
  await ops(env, 'adjust', main.account, '--chars', '5', '--reason', 'x', ...operator, '--yes')
  await vi.waitFor(
    () =>
      expect(owner.changedTopics()).toEqual(expect.arrayContaining(['user', 'memberAccountLog'])),
    30_000,
  )
  expect(visitors.changedTopics()).toEqual([])
  expect((await ops(env, 'announcements', 'list')).stdout).toContain('Tonight at ten')
  expect(await ops(env, 'announcements', 'add', '--zh-title', 'x')).toMatchObject({
    code: 2,
    stdout: '',
  })
  await Promise.all([visitors.close(), owner.close()])
})

test('unmatched payments are listed with the reason', async () => {
  const unmatched = {
    gateway: 'wechat',
    gatewayNo: '4200001',
    orderNo: 'NOPE',
    reason: 'unknownOrder' as const,
    amountCents: 9_900,
  }
  await server.database.db
    .insert(unmatchedPayments)
    .values({ ...unmatched, paidAt: new Date(), at: new Date() })
  const { stdout: text } = await ops(env, 'unmatched-payments', 'list')
  expect(text).toMatch(/wechat +4200001 +NOPE +¥99\.00 +no such order/)
})

test('usage errors exit with 2 and a sentence, help with 0', async () => {
  const [help, unknownCommand, unknownOption, missingSubcommand] = await Promise.all([
    ops({}, '--help'),
    ops({}, 'fly'),
    ops({}, 'packages', 'list', '--fast'),
    ops(env, 'packages'),
  ])
  expect(help).toMatchObject({ code: 0, stderr: '' })
  for (const name of [
    'packages add',
    'channels change <id>',
    'adjust <account>',
    'unmatched-payments list',
  ])
    expect(help.stdout).toContain(name)
  expect(unknownCommand).toEqual({
    code: 2,
    stdout: '',
    stderr: 'Unknown command “fly”. List all with: npm run ops -- --help\n',
  })
  expect(unknownOption).toMatchObject({ code: 2, stdout: '' })
  expect(unknownOption.stderr).toMatch(/^Unknown option '--fast'[^\n]*\n$/)
  expect(missingSubcommand.code).toBe(2)
  const missingDatabase = await ops({ DATA_DIR: folder }, 'packages', 'list')
  expect(missingDatabase).toMatchObject({ code: 2, stdout: '' })
  expect(missingDatabase.stderr).toContain('There is no database in')
})
