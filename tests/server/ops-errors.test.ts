/** Refusals of the operator command: one sentence each, and nothing is changed. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { insertSite } from '#server/seed/site.ts'
import { buyPackage, addMember } from '#tests/support/actors/memberships.ts'
import { ops } from '#tests/support/server/ops.ts'
import { freshUrl } from '#tests/support/server/postgres.ts'
import { startServer } from '#tests/support/server/server.ts'

const server = await startServer()
const { db, url } = server.database
const env = { DATABASE_URL: url }
let account = ''
let sub = ''
let expiredTrial = ''
beforeAll(async () => {
  await ensureCatalogue(db)
  await insertSite(db)
  const { main, subs } = await addMember(db, { groupId: '8', chars: [5, 5], minutes: 60 })
  account = main.account
  sub = subs[0]!.account
  expiredTrial = (await addMember(db, { groupId: '1', chars: [5], minutes: -1 })).main.account
  await buyPackage(server, (await addMember(db)).main, '3')
})
afterAll(() => server.close())

const newPackage = [
  'packages',
  'add',
  '--name',
  'x',
  '--en-name',
  'x',
  '--mode',
  'char',
  '--channel',
  '1',
  '--num',
  '10',
  '--price',
  '1',
]
const newChannel = [
  'channels',
  'add',
  '--name',
  'x',
  '--en-name',
  'x',
  '--engine',
  'openai',
  '--tier',
  'ai',
  '--price',
  '1',
]
const newContact = [
  'contacts',
  'add',
  '--platform',
  'LINE',
  '--type',
  'pre-sale',
  '--account',
  'x',
  '--url',
  'https://line.example.com/x',
]
const newDownload = ['downloads', 'add', '--label', 'x', '--en-label', 'x', '--version', '1']
const operatorAndReason = ['--by', 'Li Lei', '--reason', 'x', '--yes']

test.each<[string[], string]>([
  [
    ['packages', 'change', '99', '--price', '1'],
    'No package 99. Existing: 1, 2, 3, 4, 5, 6, 7, 8.',
  ],
  [
    ['packages', 'change', '2', '--price', '-1'],
    '--price is “-1”: it must be an amount in yuan from ¥0.00 to',
  ],
  [['packages', 'change', '2', '--price', '1e3'], '--price is “1e3”'],
  [['packages', 'change', '2', '--price', '1.234'], '--price is “1.234”'],
  [
    ['packages', 'change', '2', '--price', '98.99'],
    'Package “Standard” (ID 2) would sell 1,000,000 characters for ¥98.99, while channel “Tencent Translate” counts a million as ¥99.00',
  ],
  [['packages', 'change', '2', '--num', '0'], '--num is “0”: it must be a whole number from 1'],
  [
    ['packages', 'change', '2', '--num', '1000001'],
    'Package “Standard” (ID 2) would sell 1,000,001 characters for ¥99.00',
  ],
  [['packages', 'change', '6', '--price', '0'], 'A package by time has to cost something'],
  [
    ['packages', 'change', '6', '--on-sale', 'no', '--price', '0'],
    'A package by time has to cost something',
  ],
  [['packages', 'change', '2', '--name', '  '], '--name must be 1 to 200 characters long.'],
  [
    ['packages', 'change', '2', '--on-sale', 'maybe'],
    '--on-sale is “maybe”: it must be yes or no.',
  ],
  [
    ['packages', 'change', '1', '--on-sale', 'yes'],
    'Package “Free test” (ID 1) is the free test and can’t be sold.',
  ],
  [
    ['packages', 'delete', '1'],
    'Package “Free test” (ID 1) is the free test that new accounts start with.',
  ],
  [['packages', 'delete', '2'], 'Package “Standard” (ID 2) is on sale. Take it off sale first'],
  [[...newPackage, '--mode', 'week'], '--mode is “week”: it must be one of char, time.'],
  [[...newPackage, '--channel', '77'], 'Channel 77 does not exist. Channels: 1, 2, 3, 4, 5, 6.'],
  [
    [...newPackage, '--on-sale', 'yes', '--num', '1000000', '--yes'],
    'Package “x” (ID 9) would sell 1,000,000 characters for ¥1.00',
  ],
  [
    ['channels', 'change', '1', '--price', '0'],
    '--price is “0”: it must be an amount in yuan from ¥0.01',
  ],
  [['channels', 'change', '1', '--price', '-5'], '--price is “-5”'],
  [
    ['channels', 'change', '1', '--price', '99.01', '--yes'],
    'Package “Standard” (ID 2) would sell 1,000,000 characters for ¥99.00, while channel “Tencent Translate” counts a million as ¥99.01',
  ],
  [['channels', 'delete', '1'], 'Channel “Tencent Translate” is offered. Stop offering it first'],
  [['channels', 'delete', 'x'], 'No channel x. Existing:'],
  [
    [...newChannel, '--tier', 'best'],
    '--tier is “best”: it must be one of normal, high, specialty, ai.',
  ],
  [
    [...newContact, '--url', 'javascript:alert(1)'],
    '--url is “javascript:alert(1)”: it must be an address that starts with https:// or http://.',
  ],
  [
    [...newContact, '--qr', 'package.json'],
    '--qr is “package.json”: it must be the https address of a picture, or a PNG or JPEG picture of 100 kB at most.',
  ],
  [
    [...newContact, '--qr', '/nowhere/code.png'],
    '--qr: the file /nowhere/code.png can’t be read (ENOENT).',
  ],
  [
    [...newContact, '--platform', 'WeChat', '--account', 'yiqiao-sales'],
    'There is already a contact on WeChat with that account.',
  ],
  [['contacts', 'delete', '99'], 'No contact 99. Existing: 1, 2, 3, 4, 5, 6.'],
  [newDownload, 'Download “x” must have either an address or downloads to choose from.'],
  [
    [...newDownload, '--children', '2'],
    'Download “x” offers download “macOS”, which offers others itself.',
  ],
  [[...newDownload, '--children', '77'], 'Download “x” offers download 77, which does not exist.'],
  [['downloads', 'delete', '21'], 'Download “macOS” offers download 21, which does not exist.'],
  [
    ['config', 'add', 'SOFT_DOWNLOAD_CONFIG', '--value', '[]'],
    'A record SOFT_DOWNLOAD_CONFIG already exists.',
  ],
  [
    ['config', 'change', 'SOFT_DOWNLOAD_CONFIG', '--value', '[]'],
    'SOFT_DOWNLOAD_CONFIG has to be a list whose first item has the downloads',
  ],
  [['config', 'add', 'a b', '--value', '1'], '“a b” can’t be the id of a record'],
  [['config', 'add', 'X', '--value', '{'], '--value is not JSON: '],
  [
    ['adjust', 'nobody@example.com', '--chars', '5', ...operatorAndReason],
    'Account nobody@example.com was not found',
  ],
  [
    ['adjust', 'OWNER', '--chars', '0', ...operatorAndReason],
    '--chars is “0”: it must be a whole number such as 500 or -500, and not 0.',
  ],
  [
    ['adjust', 'OWNER', '--chars', '-6', ...operatorAndReason],
    ' has 5 chars, so no 6 can be taken.',
  ],
  [
    ['adjust', 'OWNER', '--chars', '9007199254740991', ...operatorAndReason],
    '--chars is “9007199254740991”',
  ],
  [
    ['adjust', 'OWNER', '--minutes', '-61', ...operatorAndReason],
    ' minutes left, so no 61 can be taken.',
  ],
  [
    ['adjust', 'OWNER', '--minutes', '4600000000', ...operatorAndReason],
    'A membership can last until the end of the year 9999',
  ],
  [
    ['adjust', 'LAPSED', '--chars', '5', ...operatorAndReason],
    ' has a free test that is over, so characters given now would lapse at once.',
  ],
  [
    ['adjust', 'SUB', '--minutes', '5', ...operatorAndReason],
    'is a sub-account: it uses the main account’s time.',
  ],
])('%j', async (args, sentence) => {
  const before = await changeableRows()
  const actualArgs = args.map((arg) =>
    arg === 'OWNER' ? account : arg === 'SUB' ? sub : arg === 'LAPSED' ? expiredTrial : arg,
  )
  const { code, stdout, stderr } = await ops(env, ...actualArgs)
  expect({ code, stdout, lines: stderr.split('\n').length }).toEqual({
    code: 1,
    stdout: '',
    lines: 2,
  })
  expect(stderr).toContain(sentence)
  expect(await changeableRows()).toBe(before)
})

test.each<[string[], string]>([
  [
    ['packages', 'change', '2'],
    'packages change needs at least one value to change: name, en-name, num, price, on-sale, sub-accounts, position.',
  ],
  [['packages', 'change', '2', '--channel', '3'], "Unknown option '--channel'"],
  [
    ['packages', 'add', '--name', 'x'],
    'packages add needs --en-name, --mode, --channel, --num, --price.',
  ],
  [['packages', 'delete'], 'Usage: npm run ops -- packages delete <id> [options]'],
  [['adjust', 'OWNER', '--chars', '5', '--by', 'Li Lei'], 'adjust needs --by and --reason.'],
  [['adjust', 'OWNER', '--chars', '5', '--reason', 'x'], 'adjust needs --by and --reason.'],
  [
    ['adjust', 'OWNER', ...operatorAndReason],
    'adjust needs at least one of --chars, --voices, --images, --minutes.',
  ],
  [['adjust', 'OWNER', '--chars'], "Option '--chars <value>' argument missing"],
])('a usage error exits with 2: %j', async (args, sentence) => {
  const { code, stdout, stderr } = await ops(env, ...args)
  expect([code, stdout, stderr.split('\n').length]).toEqual([2, '', 2])
  expect(stderr).toContain(sentence)
})

test('packages and channels in use can only be withdrawn, not deleted', async () => {
  await ops(env, 'packages', 'change', '3', '--on-sale', 'no', '--yes')
  await ops(env, 'packages', 'change', '8', '--on-sale', 'no', '--yes')
  await ops(env, 'channels', 'change', '6', '--offered', 'no')
  expect((await ops(env, 'packages', 'delete', '3')).stderr).toBe(
    'Package “Professional” (ID 3) is in use (members: 1, orders: 1), so it can only be withdrawn from sale.\n',
  )
  expect((await ops(env, 'packages', 'delete', '8')).stderr).toContain(
    'is in use (members: 1, orders: 0)',
  )
  expect((await ops(env, 'channels', 'delete', '6')).stderr).toBe(
    'Channel “ChatGPT” is in use (members: 1, packages: 2, orders: 0).\n',
  )
})

test('an unmigrated or unreachable database is refused', async () => {
  const empty = await ops({ DATABASE_URL: await freshUrl() }, 'packages', 'list')
  expect([empty.code, empty.stderr]).toEqual([
    1,
    'The database tables are older than this program. Start the server once to migrate them.\n',
  ])
  const nobody = await ops(
    { DATABASE_URL: 'postgres://postgres:secret@127.0.0.1:1/x' },
    'packages',
    'list',
  )
  expect(nobody.code).toBe(2)
  expect(nobody.stderr).not.toContain('secret')
})

/** All rows that the command could change. */
async function changeableRows(): Promise<string> {
  const { rows } =
    await db.execute(sql`select (select json_agg(g order by id) from member_groups g) as packages, (select json_agg(c order by id) from channels c) as channels,
    (select json_agg(s order by id) from service_contacts s) as contacts, (select json_agg(r order by id) from config_records r) as config,
    (select json_agg(b order by user_id) from balances b) as balances, (select count(*) from account_log) as rows, (select count(*) from operator_log) as log`)
  return JSON.stringify(rows)
}
