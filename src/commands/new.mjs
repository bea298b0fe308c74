/** `npm run new <name>`: writes a collection with its words and its migration. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { root } from './root.mjs'

const [name = '', ...others] = process.argv.slice(2)
const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const resource = `resources/${kebab}.ts`
const registry = 'src/contract/collections.ts'
const locale = 'locales/collections.ts'
const read = (file) => readFileSync(`${root}/${file}`, 'utf8')
const write = (file, text) => writeFileSync(`${root}/${file}`, text)

const mistake = mistakeIn()
if (mistake) {
  console.error(mistake)
  process.exit(1)
}

const title = name.charAt(0).toUpperCase() + name.slice(1)
const order = 1 + Math.max(0, ...readMenuOrders())
write(resource, statement())
write(registry, registered(read(registry)))
write(locale, withWords(read(locale)))
const { status } = spawnSync('npm', ['run', '-s', 'db:generate', '--', '--name', kebab], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
})
if (status !== 0) {
  console.error('The migration could not be generated; see above, then run npm run db:generate.')
  process.exit(1)
}
console.log(`Written: ${resource}, a line in ${registry}, words in ${locale}, and a migration.
State the fields in ${resource} and their words in ${locale}, then run
  npm run db:generate -- --name ${kebab}-fields
The page is at /UserCenter${title} in npm run dev.`)

function mistakeIn() {
  if (name === '' || others.length > 0) return 'State one name, such as: npm run new -- glossary'
  if (!/^[a-z][A-Za-z0-9]{1,23}$/.test(name))
    return `“${name}” is no name for a collection: it takes letters and digits, starts with a small letter and has 2 to 24 characters, such as priceLists.`
  if (existsSync(`${root}/${resource}`)) return `${resource} exists already; choose another name.`
  const taken = new RegExp(`\\b${name}\\b`)
  if (taken.test(read('src/contract/contract.ts')) || taken.test(read(registry)))
    return `“${name}” is already a subject of the API (src/contract/contract.ts); choose another name.`
  if (new RegExp(`pgTable\\(\\s*'${kebab.replaceAll('-', '_')}'`).test(allTables()))
    return `The database has a table of this name already; choose another name.`
  return undefined
}

function allTables() {
  const snapshot = read('src/server/platform/db/migrations/meta/_journal.json')
  const { entries } = JSON.parse(snapshot)
  const latest = entries.at(-1).tag.slice(0, 14)
  const { tables } = JSON.parse(
    read(`src/server/platform/db/migrations/meta/${latest}_snapshot.json`),
  )
  return Object.keys(tables)
    .map((table) => `pgTable('${table.slice('public.'.length)}'`)
    .join('\n')
}

/** Places in the menu's group that other pages have. */
function readMenuOrders() {
  const files = spawnSync('git', ['ls-files', '-co', '--exclude-standard', 'resources'], {
    cwd: root,
    encoding: 'utf8',
  }).stdout
  return files
    .split('\n')
    .filter((file) => file && existsSync(`${root}/${file}`))
    .flatMap((file) =>
      [...read(file).matchAll(/\['functions', (\d+)/g)].map(([, at]) => Number(at)),
    )
}

function statement() {
  return `/** ${title}. */
import { accountGroup, defineCollection, optional, text } from '#contract/collection.ts'
import { longText } from '#contract/vocabulary.ts'

export default defineCollection('${name}', {
  fields: {
    name: text({ max: 100 }),
    note: optional(longText({ max: 500 })),
  },
  search: { name: ['name'] },
  maxRows: 10_000,
  scope: accountGroup,
  access: { read: 'member', write: 'main' },
  trash: true,
  screen: { route: 'UserCenter${title}', menu: ['functions', ${order}, 'page'] },
})
`
}

function registered(text) {
  const from = `import ${name} from '../../${resource}'\n`
  const at = text.indexOf('import ')
  const imported = text.slice(0, at) + from + text.slice(at)
  return imported.replace(/export const collections = \{(.*?)\} satisfies/s, (_, inner) => {
    const names = inner.split(',').map((one) => one.trim())
    return `export const collections = { ${[...names.filter(Boolean), name].join(', ')} } satisfies`
  })
}

function withWords(text) {
  const zh = block({
    title,
    one: '条目',
    many: '条目',
    help: '主账号和子账号共用的条目。',
    empty: '还没有条目',
    name: '名称',
    note: '备注',
  })
  const en = block({
    title,
    one: 'entry',
    many: 'entries',
    help: 'Entries that the main account and its sub-accounts share.',
    empty: 'No entries yet',
    name: 'Name',
    note: 'Note',
  })
  return text
    .replace(/(export const zh: CollectionWords = \{)/, `$1\n${zh}`)
    .replace(/(export const en: CollectionWords = \{)/, `$1\n${en}`)
    .replaceAll(/\n\}(?=\})/g, '\n}')
}

function block({ title: shown, one, many, help, empty, name: label, note }) {
  return `  ${name}: {
    title: '${shown}',
    one: '${one}',
    many: '${many}',
    help: '${help}',
    empty: '${empty}',
    fields: { name: '${label}', note: '${note}' },
  },
`
}
