/**
 * `npm run new <name>`: writes a collection with its words and its migration. With `--again`, after a
 * change of its fields: replaces the migration, unless it is committed, and drops the former table
 * from the developer's own database.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { npm } from './npm.mjs'
import { readEnvFile } from './env-file.mjs'
import { bin, root } from './root.mjs'

const replacesMigration = process.argv.includes('--again')
const [word = '', ...others] = process.argv.slice(2).filter((argument) => argument !== '--again')
const name = word.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase())
const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const folder = 'resources'
const resource = `${folder}/${kebab}.ts`
const registry = 'src/contract/collections.ts'
const locale = 'locales/collections.ts'
const route = `UserCenter${capitalize(name)}`
const migrations = 'src/server/platform/db/migrations'
const journal = `${migrations}/meta/_journal.json`
const read = (file) => readFileSync(`${root}/${file}`, 'utf8')
const write = (file, text) => writeFileSync(`${root}/${file}`, text)

const problem = findProblem()
if (problem) {
  console.error(problem)
  process.exit(1)
}

if (replacesMigration) await dropFormerTable(dropMigration())

const title = capitalize(kebab.replaceAll('-', ' '))
if (!replacesMigration) {
  write(resource, createResource(1 + Math.max(0, ...readMenuOrders())))
  write(registry, addToRegistry(read(registry)))
  write(locale, addWords(read(locale)))
  spawnSync(process.execPath, [bin('oxfmt/bin/oxfmt'), resource, registry, locale], { cwd: root })
}
const { status } = npm(['run', '-s', 'db:generate', '--', '--name', kebab], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
})
if (status !== 0) {
  console.error('The migration could not be generated; see above, then run npm run db:generate.')
  process.exit(1)
}
console.log(
  replacesMigration
    ? 'The migration was replaced, and the former table dropped with its rows where a database had it.'
    : `Written: ${resource}, a line in ${registry}, words in ${locale}, and a migration.
State the fields in ${resource} and their words in ${locale}, then run
  npm run new -- ${name} --again
The page is at /${route} in npm run dev.`,
)

function capitalize(word) {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function findProblem() {
  if (name === '' || others.length > 0) return 'State one name, such as: npm run new -- glossary'
  if (!/^[a-z][A-Za-z0-9]{1,23}$/.test(name))
    return `“${word}” is no name for a collection: it takes letters and digits, starts with a small letter and has 2 to 24 characters, such as price-lists.`
  if (replacesMigration)
    return existsSync(`${root}/${resource}`) ? undefined : `There is no ${resource}.`
  if (existsSync(`${root}/${resource}`)) return `${resource} exists already; choose another name.`
  const taken = new RegExp(`\\b${name}\\b`)
  const contract = 'src/contract/contract.ts'
  const files = [contract, registry, 'src/contract/operator/collections.ts']
  if (files.some((file) => taken.test(read(file))))
    return `“${name}” is already a subject of the API (${contract}) or a collection; choose another name.`
  if (new RegExp(`pgTable\\(\\s*'${kebab.replaceAll('-', '_')}'`).test(readTables()))
    return `The database has a table of this name already; choose another name.`
  return undefined
}

function readLastTag() {
  return JSON.parse(read(journal)).entries.at(-1).tag
}

/**
 * Deletes the migration that this command has generated, which only the developer's database may
 * have applied. Returns its name.
 */
function dropMigration() {
  const { entries, ...rest } = JSON.parse(read(journal))
  const tag = readLastTag()
  const files = [`${migrations}/${tag}.sql`, `${migrations}/meta/${tag.slice(0, 14)}_snapshot.json`]
  const { stdout } = spawnSync('git', ['ls-files', files[0]], { cwd: root, encoding: 'utf8' })
  if (!tag.endsWith(`_${kebab}`) || stdout.trim() !== '') {
    console.error(
      `The last migration is not an uncommitted one of ${name}; run npm run db:generate -- --name ${kebab}-fields instead.`,
    )
    process.exit(1)
  }
  for (const file of files) rmSync(`${root}/${file}`)
  write(journal, `${JSON.stringify({ ...rest, entries: entries.slice(0, -1) }, null, 2)}\n`)
  return tag
}

/** Lets the next start apply the new migration to a database that has applied the former one. */
async function dropFormerTable(tag) {
  const { readSettings } = await import('../server/platform/config/settings.ts')
  const { withServerDatabase } = await import('../server/platform/db/operator-connection.ts')
  const { transaction } = await import('../server/platform/db/db.ts')
  const { sql } = await import('drizzle-orm')
  const settings = readSettings({ ...readEnvFile(), ...process.env })
  const hasDatabase = settings.databaseUrl || existsSync(`${settings.dataDir}/postgres`)
  if (!hasDatabase || settings.production) return
  await withServerDatabase(settings, ({ db }) =>
    transaction(db, async (tx) => {
      const { rowCount } = await tx.execute(sql`delete from migrations where name = ${tag}`)
      if (rowCount > 0)
        await tx.execute(sql`drop table ${sql.identifier(kebab.replaceAll('-', '_'))} cascade`)
    }),
  )
}

/** Declarations of the last migration's tables, in the form in which they are searched. */
function readTables() {
  const { entries } = JSON.parse(read(journal))
  const { tables } = JSON.parse(
    read(`${migrations}/meta/${entries.at(-1).tag.slice(0, 14)}_snapshot.json`),
  )
  return Object.keys(tables)
    .map((table) => `pgTable('${table.slice('public.'.length)}'`)
    .join('\n')
}

/** Positions of other pages in the menu group. */
function readMenuOrders() {
  const files = spawnSync('git', ['ls-files', '-co', '--exclude-standard', folder], {
    cwd: root,
    encoding: 'utf8',
  }).stdout
  return files
    .split('\n')
    .filter((file) => file && existsSync(`${root}/${file}`))
    .flatMap((file) =>
      [...read(file).matchAll(/\['functions', (\d+)/g)].map(([, order]) => Number(order)),
    )
}

function createResource(order) {
  return `/** ${title}. */
import { list } from '#console/engine/resource.ts'
import { accountGroup, defineCollection, optional, withDefault } from '#contract/collection.ts'
import { choice, longText, text } from '#contract/field-constructors.ts'

export const ${name} = defineCollection('${name}', {
  fields: {
    name: text({ max: 100 }),
    state: withDefault(choice(['open', 'done']), 'open'),
    note: optional(longText({ max: 500 })),
  },
  search: { name: ['name'] },
  filters: ['state'],
  maxRows: 10_000,
  scope: accountGroup,
  access: { read: 'member', write: 'main' },
  support: 'hidden',
})

export default list(${name}, { route: '${route}', menu: ['functions', ${order}, 'page'] })
`
}

function addToRegistry(text) {
  const importLine = `import { ${name} } from '../../${resource}'\n`
  const at = text.indexOf('import ')
  const withImport = text.slice(0, at) + importLine + text.slice(at)
  return withImport.replace(
    /(export const \w+ollections = \{)(.*?)\} satisfies/s,
    (_, declaration, inner) => {
      const names = inner.split(',').map((entry) => entry.trim())
      return `${declaration} ${[...names.filter(Boolean), name].join(', ')} } satisfies`
    },
  )
}

function addWords(text) {
  const zh = formatWords({
    title: '条目',
    one: '条目',
    many: '条目',
    help: '主账号和子账号共用的条目。',
    empty: '还没有条目',
    name: '名称',
    state: '状态',
    open: '进行中',
    done: '已完成',
    note: '备注',
  })
  const en = formatWords({
    title,
    one: 'entry',
    many: 'entries',
    help: 'Entries that the main account and its sub-accounts share.',
    empty: 'No entries yet',
    name: 'Name',
    state: 'State',
    open: 'Open',
    done: 'Done',
    note: 'Note',
  })
  return text
    .replace(/(export const zh: CollectionWords = \{)/, `$1\n${zh}`)
    .replace(/(export const en: CollectionWords = \{)/, `$1\n${en}`)
}

function formatWords({
  title: shown,
  one,
  many,
  help,
  empty,
  name: label,
  state,
  open,
  done,
  note,
}) {
  return `  ${name}: {
    title: '${shown}',
    one: '${one}',
    many: '${many}',
    help: '${help}',
    empty: '${empty}',
    fields: { name: '${label}', state: '${state}', note: '${note}' },
    values: { state: { open: '${open}', done: '${done}' } },
  },`
}
