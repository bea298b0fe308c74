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
import { caller, signIn } from '#tests/support/server/server.ts'
import { serverProcess } from '#tests/support/server/server-process.ts'
import { freshUrl } from '#tests/support/server/postgres.ts'

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
let url: string
beforeAll(async () => {
  url = await freshUrl()
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
    env: { PATH: process.env['PATH'], DATABASE_URL: url },
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
  expect(indexesIn(readLastMigration())).toEqual(['price_notes_in_order', 'price_notes_in_trash'])

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
  await migrateDatabase()

  const server = serverProcess(
    { DATABASE_URL: url, DATA_DIR: join(project, 'data') },
    join(project, 'src/server/main.ts'),
  )
  try {
    const api = `${await server.address()}/api`
    const owner = await signIn(
      { api, now: () => Date.now() },
      demoAccounts.demo,
      'en-US',
      demoPassword,
    )
    const saved = await owner.send('POST', '/priceNotes/save', { name: 'Spring', city: 'Xiamen' })
    expect(saved.success).toBe(true)
    const { data } = await owner.send('GET', '/priceNotes/page?pageNum=1&pageSize=10')
    expect(data).toMatchObject({
      total: 1,
      rows: [{ name: 'Spring', city: 'Xiamen', state: 'open' }],
    })
    const visitor = caller({ api, now: () => Date.now() }, null)
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
