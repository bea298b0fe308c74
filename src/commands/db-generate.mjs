/**
 * `npm run db:generate`: writes the migration of changed tables. Indexes of tables that exist already
 * come in a migration of their own, which builds them while the tables are in use.
 */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { bin, root } from './root.mjs'

const folder = `${root}/src/server/platform/db/migrations`
const breakpoint = '--> statement-breakpoint'

const known = readTags().length
generate(process.argv.slice(2))
if (readTags().length > known) {
  separateIndexes(readTags().at(-1))
  removeEarlierSnapshots()
}

function readTags() {
  return JSON.parse(readFileSync(`${folder}/meta/_journal.json`, 'utf8')).entries.map(
    ({ tag }) => tag,
  )
}

function generate(args) {
  waitForNewName()
  const config = ['--config', 'src/server/platform/db/drizzle.config.ts']
  const { status } = spawnSync(
    process.execPath,
    [bin('drizzle-kit/bin.cjs'), 'generate', ...config, ...args],
    { cwd: root, stdio: 'inherit' },
  )
  if (status !== 0) process.exit(status ?? 1)
}

/**
 * Migrations are named after the second of their generation and applied in the order of their
 * names: waits, if the last one was generated in this second.
 */
function waitForNewName() {
  const last = readTags().at(-1)?.slice(0, 14)
  while (new Date().toISOString().replace(/\D/g, '').slice(0, 14) === last)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
}

function separateIndexes(tag) {
  const write = (name, statements) =>
    writeFileSync(
      `${folder}/${name}.sql`,
      statements.map((text) => text.trim()).join(`${breakpoint}\n`),
    )
  const statements = readFileSync(`${folder}/${tag}.sql`, 'utf8').split(breakpoint)
  const created = statements.map((text) => /^\s*CREATE TABLE "(\w+)"/.exec(text)?.[1])
  const isIndexOfExisting = (text) => {
    const table = /^\s*CREATE (?:UNIQUE )?INDEX (?:CONCURRENTLY )?"\w+" ON "(\w+)"/.exec(text)?.[1]
    return table !== undefined && !created.includes(table)
  }
  const indexes = statements
    .filter(isIndexOfExisting)
    .map((text) => text.replace(/INDEX (?!CONCURRENTLY)/, 'INDEX CONCURRENTLY '))
  const others = statements.filter((text) => !isIndexOfExisting(text))
  if (indexes.length === 0) return
  if (others.length === 0) return write(tag, indexes)
  write(tag, others)
  generate(['--custom', '--name', `${tag.slice(tag.indexOf('_') + 1)}-indexes`])
  write(readTags().at(-1), indexes)
}

/** Tables are compared with the newest snapshot; without its migration, as `npm run new` drops it, with the one before. */
function removeEarlierSnapshots() {
  for (const path of globSync(`${folder}/meta/*_snapshot.json`).toSorted().slice(0, -2))
    rmSync(path)
}
