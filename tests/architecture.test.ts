/**
 * The house keeps its shape: arrows between layers, files that say what they are for, no barrels.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { forbiddenImports, importsOf, mayImport } from '#tests/support/architecture.ts'

const root = new URL('..', import.meta.url).pathname
const layers = ['locales', 'src', 'landing', 'resources', 'mocks']
const sources = layers
  .flatMap((layer) => walk(layer))
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('/migrations/'))
const everything = [...sources, ...walk('tests').filter((file) => /\.tsx?$/.test(file))]
const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('the top level holds what the owner laid down and nothing else', () => {
  const laidDown = [
    '.ci',
    'README.md',
    'index.html',
    'landing',
    'locales',
    'mocks',
    'package-lock.json',
    'package.json',
    'public',
    'resources',
    'src',
    'tests',
    'tsconfig.json',
    'vite.config.ts',
  ]
  const made = ['dist', 'node_modules', 'test-results']
  const found = readdirSync(root).filter(
    (name) => !made.includes(name) && (name === '.ci' || !name.startsWith('.')),
  )
  expect(found.toSorted()).toEqual(laidDown.toSorted())
})

test('imports follow the arrows', () => {
  expect(sources.flatMap((file) => forbiddenImports(file, read(file)))).toEqual([])
})

test('an import against the arrows is reported with the file, the import and what is allowed', () => {
  const reported = forbiddenImports(
    'src/contract/orders.ts',
    "import { call } from '#client/api/call.ts'\nimport hono from 'hono'\n",
  )
  expect(reported).toEqual([
    'src/contract/orders.ts imports #client/api/call.ts: contract may import contract, zod',
    'src/contract/orders.ts imports hono: contract may import contract, zod',
  ])
})

test('every layer has its arrows written down', () => {
  for (const file of sources) expect(mayImport(file), file).toBeDefined()
})

test('no file is a barrel', () => {
  expect(everything.filter((file) => /(^|\/)index\.tsx?$/.test(file))).toEqual([])
  expect(everything.filter((file) => /^export \* from/m.test(read(file)))).toEqual([])
})

test('every module opens with a sentence saying what it is for', () => {
  const silent = everything.filter(
    (file) =>
      !/^(\/\/ @vitest-environment [\w-]+\n|\/\/\/ <reference[^\n]*\n)*\/\*\*\s*(\* )?\S/.test(
        read(file),
      ),
  )
  expect(silent).toEqual([])
})

test('no file is longer than 500 lines', () => {
  expect(everything.filter((file) => read(file).split('\n').length > 500)).toEqual([])
})

test('contract and server use nothing of a browser', () => {
  const browser = /\b(window|document|localStorage|sessionStorage)\s*[.[]/
  const found = sources.filter(
    (file) => /^src\/(contract|server)\//.test(file) && browser.test(withoutWords(read(file))),
  )
  expect(found).toEqual([])
})

test('file names are kebab-case', () => {
  expect(
    everything.filter((file) => !/^[a-z0-9./-]+$/.test(file.replace(/\/\d{14}_\w+/, ''))),
  ).toEqual([])
})

test('no modules import one another in a circle, types aside, which are gone when the program runs', () => {
  const graph = new Map(
    sources.map((file) => [
      file,
      importsOf(file, withoutTypes(read(file))).flatMap((to) => (to.file ? [to.file] : [])),
    ]),
  )
  expect(cyclesIn(graph)).toEqual([])
})

function cyclesIn(graph: Map<string, string[]>): string[] {
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[] = []
  const visit = (file: string, path: string[]) => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open')
      return void cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '))
    state.set(file, 'open')
    for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    state.set(file, 'done')
  }
  for (const file of graph.keys()) visit(file, [])
  return cycles
}

function withoutTypes(source: string): string {
  return source.replace(/^import type [^;]*? from '[^']+'$/gm, '')
}

function withoutWords(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g, '')
}

function walk(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
}
