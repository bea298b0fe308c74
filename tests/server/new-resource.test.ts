/** `npm run new`: what it writes is served, also after its fields and its migration have changed. */
import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { demoDatabase } from '#tests/support/server/demo-database.ts'
import { caller, signIn } from '#tests/support/server/server.ts'
import { serverProcess } from '#tests/support/server/server-process.ts'

const run = promisify(execFile)
const project = mkdtempSync(join(tmpdir(), 'yq-new-'))
const sources = [
  'package.json',
  'tsconfig.json',
  '.nvmrc',
  '.oxfmtrc.json',
  'src',
  'resources',
  'locales',
]
let database: Awaited<ReturnType<typeof demoDatabase>>
beforeAll(async () => {
  database = await demoDatabase()
  for (const name of sources) cpSync(name, join(project, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(project, 'node_modules'))
  const git = (...args: string[]) => run('git', args, { cwd: project })
  await git('init', '-q')
  await git('add', 'src', 'resources', 'locales')
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

const node = (...args: string[]) =>
  run(process.execPath, args, {
    cwd: project,
    env: { PATH: process.env['PATH'], DATABASE_URL: database.DATABASE_URL },
  })
const migrateDatabase = () => node('src/commands/migrate.ts')

function replaceIn(file: string, from: string | RegExp, to: string) {
  const text = readFileSync(join(project, file), 'utf8')
  expect(text).toMatch(from)
  writeFileSync(join(project, file), text.replaceAll(from, to))
}

const migrations = 'src/server/platform/db/migrations'
function readLastMigration(): string {
  const files = readdirSync(join(project, migrations)).filter((file) => file.endsWith('.sql'))
  return readFileSync(join(project, migrations, files.toSorted().at(-1)!), 'utf8')
}
const indexesIn = (migration: string) =>
  [...migration.matchAll(/^CREATE INDEX (?:CONCURRENTLY )?"(\w+)"/gm)].map(([, name]) => name)

test('a generated resource, changed after its first migration, keeps what is sent to it', async () => {
  await node('src/commands/run.mjs', 'new', 'price-notes')
  await migrateDatabase()
  replaceIn('resources/price-notes.ts', '  fields: {', '  fields: {\n    city: text({ max: 50 }),')
  replaceIn('locales/collections.ts', /(priceNotes: \{[^}]*fields: \{)/g, '$1 city: "City",')
  await node('src/commands/run.mjs', 'new', 'price-notes', '--again')
  await migrateDatabase()
  expect(indexesIn(readLastMigration())).toEqual([])

  replaceIn(
    'resources/price-notes.ts',
    "  filters: ['state'],",
    "  filters: ['state'],\n  sortBy: ['shelf'],\n  indexed: ['state', 'shelf'],",
  )
  replaceIn(
    'resources/price-notes.ts',
    '  fields: {',
    '  fields: {\n    shelf: optional(text({ max: 9 })),',
  )
  await node('src/commands/run.mjs', 'db-generate', '--name', 'shelves')
  expect(indexesIn(readLastMigration())).toEqual([
    'price_notes_by_state',
    'price_notes_by_shelf',
    'price_notes_by_shelf_desc',
  ])
  expect(readLastMigration().match(/^CREATE INDEX CONCURRENTLY/gm)).toHaveLength(3)
  const seconds = readdirSync(join(project, migrations, 'meta')).map((file) => file.slice(0, 14))
  expect(seconds).toHaveLength(new Set(seconds).size)
  await migrateDatabase()

  // As the page on extending adds an action, and with access of each act.
  replaceIn(
    'resources/price-notes.ts',
    "access: { read: 'member', write: 'main' },",
    `access: { read: 'member', write: 'main', create: 'member' },
  computed: { letters: Count },
  calls: {
    finish: post('/priceNotes/finish', z.object({ id: Id }), Done, { access: 'main', once: true }),
  },`,
  )
  replaceIn(
    'resources/price-notes.ts',
    'import { list }',
    `import * as z from 'zod/mini'
import { Done, post } from '#contract/endpoint.ts'
import { Count, Id } from '#contract/vocabulary.ts'
import { list }`,
  )
  replaceIn(
    'resources/price-notes.ts',
    /'page'\] \}\)/g,
    `'page'],
  actions: {
    finish: { when: { state: 'open' }, confirm: true },
    history: { component: () => import('#console/features/price-notes/history.tsx') },
  },
})`,
  )
  replaceIn(
    'src/server/collections.ts',
    'const computations: Computations<typeof collections> = {\n',
    `const computations: Computations<typeof collections> = {
  priceNotes: (rows) => rows.map(({ name }) => ({ letters: name.length })),
`,
  )
  replaceIn(
    'src/server/handlers.ts',
    '  ...handlersOfCollections,\n',
    `  ...handlersOfCollections,
  priceNotes: {
    ...handlersOfCollections.priceNotes,
    async finish({ id }, call) {
      const row = await handlersOfCollections.priceNotes.get({ id }, call)
      return handlersOfCollections.priceNotes.edit({ ...row, state: 'done' }, call)
    },
  },
`,
  )

  const server = serverProcess(
    { ...database, DATA_DIR: join(project, 'data') },
    join(project, 'src/server/main.ts'),
  )
  try {
    const api = `${await server.address()}/api`
    const target = { api, now: () => Date.now() }
    const owner = await signIn(target, demoAccounts.demo, 'en-US', demoPassword)
    const subAccount = await signIn(target, 'demosub', 'en-US', demoPassword)
    const saved = await owner.send('POST', '/priceNotes/save', { name: 'Spring', city: 'Xiamen' })
    expect(saved.success).toBe(true)
    const { data } = await owner.send('GET', '/priceNotes/page?pageNum=1&pageSize=10')
    expect(data).toMatchObject({
      total: 1,
      rows: [{ name: 'Spring', city: 'Xiamen', state: 'open' }],
    })
    const [{ id }] = (data as { rows: [{ id: string }] }).rows
    expect(
      (await subAccount.send('POST', '/priceNotes/save', { name: 'May', city: 'A' })).success,
    ).toBe(true)
    for (const [path, input] of [
      ['save', { id, name: 'Summer', city: 'A', state: 'done' }],
      ['delete', { id }],
      ['finish', { id }],
    ] as const)
      expect((await subAccount.send('POST', `/priceNotes/${path}`, input)).success).toBe(false)
    expect((await owner.send('GET', '/priceNotes/page?pageNum=1&pageSize=10')).data).toMatchObject({
      total: 2,
      rows: [{ letters: 3 }, { letters: 6 }],
    })
    expect((await owner.send('POST', '/priceNotes/finish', { id })).success).toBe(true)
    expect((await subAccount.send('GET', `/priceNotes/get?id=${id}`)).data).toMatchObject({
      name: 'Spring',
      letters: 6,
      state: 'done',
    })
    const visitor = caller(target, null)
    expect((await visitor.send('GET', '/priceNotes/page?pageNum=1&pageSize=10')).status).toBe(700)
  } finally {
    await server.end('SIGTERM')
  }
})

test('a name that is taken or malformed is refused in a sentence', async () => {
  for (const [name, sentence] of [
    ['users', /is already a subject of the API/],
    ['Price', /“Price” is no name for a collection/],
  ] as const)
    await expect(node('src/commands/run.mjs', 'new', name)).rejects.toMatchObject({
      stderr: expect.stringMatching(sentence) as string,
    })
})
