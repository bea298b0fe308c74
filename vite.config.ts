/// <reference types="vitest/config" />
/** Vite configuration of the front end: build, development server and tests. */
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { zh as shared } from './locales/shared.ts'
import { oneLanguage } from './src/commands/one-language.ts'
import { consolePages, unfetchedAttributes } from './src/console-pages.ts'
import { pagePolicy } from './src/server/http/security-headers.ts'

/** Address of the API for the development proxy; by default the server's own port. */
const apiOrigin = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000'

/** Mode of the demo build: the same product with its server inside the page. */
const demoMode = 'demo'

/** The pages use the server's time zone, so that days begin at the same time. */
const serverZone = process.env['TIME_ZONE']
if (serverZone) process.env['VITE_TIME_ZONE'] ||= serverZone

/** Tests that need a window. */
const domTests = [
  'tests/**/*.test.tsx',
  'tests/client/{early-requests,language,prose,session,session-tabs,theme}.test.ts',
  'tests/checkout/{driver,pay-form}.test.ts',
  'tests/console/{shell-messages,shell-providers}.test.ts',
  'tests/{business-values,landing/boot}.test.ts',
]

/** Tests that need a real PostgreSQL. */
const postgresTests = ['tests/server/**/*.test.ts']

/** Tests that also run servers and commands as processes. */
const processTests = [
  'tests/process/**/*.test.ts',
  'tests/server/{cluster,database-role,log-values,ops,ops-embedded}.test.ts',
  'tests/server/{cancellation/races,orders/crash,payment/process}.test.ts',
]

/** Tests that replace the registry of collections, and so share no modules with other files. */
const collectionTests = ['tests/server/collections/**/*.test.ts']

/** Set-up files that drop the databases of each test file and check the statements it sends. */
const serverSetup = [
  'tests/support/server/drop-databases.ts',
  'tests/support/server/sent-statements.ts',
]

/**
 * Options of the test workers. Node 25 and newer have their own web storage, which would replace
 * the test environment's. Pages of component tests live for seconds: a larger young generation
 * saves a tenth of the processor time.
 */
const workerOptions = ['--no-experimental-webstorage', '--max-semi-space-size=64']

/**
 * Modules of the start chunk, with all their imports: smaller than the separate chunks, and the
 * first page needs no second round trip.
 */
const startModules =
  /rolldown[/\\]runtime|src\/(main\.tsx|client\/api\/error-message\.ts)|landing\/(layout\.tsx|login\/(use-sign-in\.ts|form-parts\.tsx))|locales\/samples\/chat\.ts/

/**
 * Few chunks, loaded in parallel: sixty small ones cost more than the bytes they saved. Every
 * console page loads `console`, which includes lists: separately, they are 13 kB and one more
 * request. `later` loads when the first page is idle. `common` is what visitors' pages share with
 * `console`. The first match takes a module with all
 * its imports.
 */
const chunks = [
  { name: 'shared-zh', test: /\/locales\/load\/public-zh\.ts$/, priority: 5 },
  { name: 'shared-en', test: /\/locales\/load\/public-en\.ts$/, priority: 5 },
  {
    name: 'messages-zh',
    test: /\/(console\/refine\/messages|locales\/load\/checkout)-zh\.ts$/,
    priority: 5,
  },
  {
    name: 'messages-en',
    test: /\/(console\/refine\/messages|locales\/load\/checkout)-en\.ts$/,
    priority: 5,
  },
  { name: 'start', test: startModules, priority: 4 },
  {
    name: 'common',
    test: /\/(src\/ui\/(dialog|toasts)\.tsx|client\/(use-mailed-code\.ts|i18n\/(format\.ts|prose\.tsx))|contract\/(orders|business-values)\.ts|locales\/numbers\.ts)$/,
    priority: 3,
  },
  {
    name: 'console',
    test: /\/src\/(app\.tsx|console\/(engine\/(confirm|list\/list-screen)|features\/sub-account-import\/import-button|ui\/(?!antd-frame|contact-dialog|record-page)[\w-]+)\.tsx)$/,
    priority: 2,
  },
  {
    name: 'later',
    test: /\/src\/console\/(features\/notifications\/bell|engine\/(list\/(cell-editor|card-list)|export\/export-rows))\.tsx?$/,
    priority: 1,
  },
  { name: 'antd', test: /\/src\/console\/ui\/antd-frame\.tsx$/, priority: 0 },
]

export default defineConfig(({ mode }) => ({
  plugins: [
    react(),
    insertProductName(),
    inlineStyles(),
    replaceUnusedPackages(),
    requireChunks(),
    oneLanguage(),
    mode === demoMode ? addDemoParts() : consolePages(),
  ],
  server: {
    proxy: Object.fromEntries(
      ['/api', '/pay/', '/v1/', '/v2/', '/v3/', '/mcp'].map((path) => [
        path,
        { target: apiOrigin },
      ]),
    ),
  },
  build: {
    outDir: mode === demoMode ? 'dist/demo' : 'dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Every page's HTML already loads it.
      resolveDependencies: (_, files) => files.filter((file) => !file.includes('rolldown-runtime')),
    },
    rolldownOptions: {
      output: { codeSplitting: { groups: chunks } },
      // Otherwise words that are spread into others are kept in both languages.
      treeshake: { propertyReadSideEffects: false },
    },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
  },
  worker: { format: 'es' },
  test: {
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results/vitest.json' },
    // Long enough for a busy machine; a hanging test fails earlier with the message of its own
    // wait.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    // A usual desktop window, in which no columns are stacked. At least four workers, since much of
    // the time is spent waiting: for the database, for processes to start, for deadlines.
    environmentOptions: { happyDOM: { width: 1440, height: 900 } },
    maxWorkers: Math.max(4, availableParallelism()),
    execArgv: workerOptions.filter((name) =>
      process.allowedNodeEnvironmentFlags.has(name.split('=')[0]!),
    ),
    // Run in the order of their names: first what mostly waits.
    projects: [
      {
        extends: true,
        test: {
          name: 'built',
          include: processTests,
          globalSetup: ['tests/support/server/programs.ts', 'tests/support/server/postgres.ts'],
          setupFiles: serverSetup,
          isolate: false,
        },
      },
      // Files share a worker's window and packages, but neither modules nor stubs.
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'happy-dom',
          include: domTests,
          globalSetup: 'tests/support/server/postgres.ts',
          setupFiles: 'tests/support/browser/new-window.ts',
          server: { deps: { inline: [/@refinedev/] } },
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'node',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...postgresTests, ...processTests, ...domTests],
          globalSetup: 'tests/support/server/demo-snapshot.ts',
          setupFiles: 'tests/support/browser/new-window.ts',
          isolate: false,
          server: { deps: { inline: [/@refinedev/] } },
        },
      },
      // Each file has its own database and the server's modules are stateless, so they are loaded
      // once.
      {
        extends: true,
        test: {
          name: 'postgres',
          include: postgresTests,
          exclude: [...processTests, ...collectionTests],
          globalSetup: 'tests/support/server/postgres.ts',
          setupFiles: serverSetup,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'collections',
          include: collectionTests,
          globalSetup: 'tests/support/server/postgres.ts',
          setupFiles: serverSetup,
        },
      },
    ],
  },
}))

/** Fails the build if no module matches a chunk, for example after a move. */
function requireChunks(): Plugin {
  return {
    name: 'chunks-exist',
    apply: 'build',
    generateBundle(_, bundle) {
      const built = Object.values(bundle).map(({ name }) => name)
      for (const { name } of chunks)
        if (!built.includes(name)) this.error(`No module belongs to the chunk "${name}".`)
    },
  }
}

/** Inserts the product's name and slogan from `locales`. */
function insertProductName(): Plugin {
  return {
    name: 'product-name',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replaceAll('%name%', shared.product.name),
    },
  }
}

/**
 * Inlines the page's first styles, so that the skeleton is painted without another request. The
 * link stays, disabled and never fetched: chunks loaded later look for it and would fetch the
 * styles again.
 */
function inlineStyles(): Plugin {
  return {
    name: 'styles-in-page',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        html.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (link, file: string) => {
          const asset = bundle[file]
          if (asset?.type !== 'asset') return link
          return `<style>${String(asset.source).trim()}</style>${link.replace('<link', `<link ${unfetchedAttributes}`)}`
        }),
    },
  }
}

/**
 * Whole packages that are never used: package, importer and replacement. A replacement that would
 * change behaviour throws when it is called; remove its row then. The build fails if nothing imports
 * a package any more.
 */
const unusedPackages: readonly [name: string, importer: RegExp, replacement: string][] = [
  // Import and export of Refine; the console's own export fetches page by page.
  ['papaparse', /@refinedev\/core/, throwingModule('papaparse')],
  // English plurals for resource names, which the messages always supply.
  [
    'pluralize',
    /@refinedev\/core/,
    'const same = (word) => word; export default { plural: same, singular: same }',
  ],
  // Stack traces for Refine's developer tools.
  ['error-stack-parser', /@refinedev/, 'export default { parse: () => [] }'],
  // Queries of Refine's tables and of its router provider; the console has its own of both.
  ['qs', /@refinedev/, throwingModule('qs')],
  // A polyfill of ResizeObserver, which all supported browsers have.
  ['resize-observer-polyfill', /rc-resize-observer/, 'export default ResizeObserver'],
]

/** Source of a module whose export throws when it is called. */
function throwingModule(name: string): string {
  return `const refuse = () => { throw new Error('${name} is left out of the build, see vite.config.ts') }; export default refuse`
}

function replaceUnusedPackages(): Plugin {
  const prefix = '\0unused:'
  const replaced = new Set<number>()
  return {
    name: 'without-unused',
    apply: 'build',
    enforce: 'pre',
    resolveId(id, importer = '') {
      const row = unusedPackages.findIndex(
        ([name, importerPattern]) => name === id && importerPattern.test(importer),
      )
      if (row >= 0) replaced.add(row)
      return row < 0 ? undefined : prefix + row
    },
    buildEnd(error) {
      if (error || this.environment.name !== 'client') return
      for (const [row, [name]] of unusedPackages.entries())
        if (!replaced.has(row))
          this.error(`No module imports "${name}" any more: remove its row from vite.config.ts.`)
    },
    load: (id) =>
      id.startsWith(prefix) ? unusedPackages[Number(id.slice(prefix.length))]?.[2] : undefined,
  }
}

/**
 * Content security policy of the demo, for any static server. Additionally allows the Trusted Types
 * policy `demo` (workers, pages of its server) and the database's WebAssembly.
 */
const demoPolicy = pagePolicy
  .filter((rule) => !rule.startsWith('frame-ancestors'))
  .map((rule) =>
    rule.startsWith('script-src')
      ? `${rule} 'wasm-unsafe-eval'`
      : rule.startsWith('trusted-types')
        ? `${rule} demo`
        : rule,
  )
  .join('; ')

/** Adds the demo's service worker, its content security policy and the demo mark in the page. */
function addDemoParts(): Plugin {
  return {
    name: 'demo-parts',
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'mockServiceWorker.js',
        source: readFileSync('node_modules/msw/lib/mockServiceWorker.js'),
      })
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          .replace('data-mode=""', 'data-mode="demo"')
          .replace(
            '<meta charset="utf-8" />',
            `$&<meta http-equiv="content-security-policy" content="${demoPolicy}" />`,
          ),
    },
  }
}
