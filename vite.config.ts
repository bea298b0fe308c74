/// <reference types="vitest/config" />
/** How the front end is built and served while developing. */
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { shared } from './locales/zh/shared.ts'
import { consolePages, unfetched } from './src/console-pages.ts'
import { pagePolicy } from './src/server/http/security-headers.ts'

/** Where `npm run dev` finds the API; the server's own port unless told otherwise. */
const apiOrigin = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000'

/** The demo is the same product with its server inside the page. */
const demo = 'demo'

/** Days begin for the pages when they begin for the server that they are built beside. */
const serverZone = process.env['TIME_ZONE']
if (serverZone) process.env['VITE_TIME_ZONE'] ||= serverZone

/** Tests that are given a real PostgreSQL. */
const withPostgres = ['tests/server/**/*.test.ts']

/** Node 25 and newer have a storage of their own, which would stand in the place of the page's. */
const withoutStorage = '--no-experimental-webstorage'

/** With all they import these are one chunk: it weighs less than its pieces, and the first page waits for no second round. */
const startsWith =
  /rolldown[/\\]runtime|src\/(main\.tsx|client\/(api\/error-message|next-message)\.ts)|landing\/(layout\.tsx|login\/(use-sign-in\.ts|(field|failure-alert)\.tsx))|locales\/chat\.ts/

/**
 * Chunks are few and loaded side by side: sixty small ones in a row cost more than the bytes that they saved.
 * Every console page has `console`, every list `list` besides; the first match takes a module with all that it imports.
 */
const chunks = [
  { name: 'shared-zh', test: /\/locales\/zh\/(shared|landing)\.ts$/, priority: 4 },
  { name: 'shared-en', test: /\/locales\/en\/(shared|landing)\.ts$/, priority: 4 },
  { name: 'words-zh', test: /\/console\/refine\/messages-zh\.ts$/, priority: 4 },
  { name: 'words-en', test: /\/console\/refine\/messages-en\.ts$/, priority: 4 },
  { name: 'start', test: startsWith, priority: 3 },
  {
    name: 'console',
    test: /\/src\/(app\.tsx|console\/(features\/notifications\/bell|engine\/confirm|ui\/(?!antd-frame)[\w-]+)\.tsx)$/,
    priority: 2,
  },
  { name: 'list', test: /\/src\/console\/engine\/list\/list-screen\.tsx$/, priority: 1 },
  { name: 'antd', test: /\/src\/console\/ui\/antd-frame\.tsx$/, priority: 0 },
]

export default defineConfig(({ mode }) => ({
  plugins: [
    react(),
    productName(),
    stylesInPage(),
    withoutUnused(),
    chunksExist(),
    mode !== demo && withoutDescriptions(),
    mode === demo ? demoParts() : consolePages(),
  ],
  server: { proxy: { '/api': { target: apiOrigin }, '/pay/': { target: apiOrigin } } },
  build: {
    outDir: mode === demo ? 'dist/demo' : 'dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Every page's HTML loads it already.
      resolveDependencies: (_, files) => files.filter((file) => !file.includes('rolldown-runtime')),
    },
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
  },
  worker: { format: 'es' },
  test: {
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results/vitest.json' },
    // Long enough for a busy machine: a test that hangs fails by its own waiting, and says what it waited for.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 30_000 } },
    // One of two cores would rest, since much of the time goes into waiting for the database.
    // A usual desktop window, in which no column stands beneath another.
    environmentOptions: { happyDOM: { width: 1440, height: 900 } },
    maxWorkers: Math.max(2, availableParallelism() - 1),
    execArgv: process.allowedNodeEnvironmentFlags.has(withoutStorage) ? [withoutStorage] : [],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: withPostgres,
          globalSetup: 'tests/support/first-world.ts',
          server: { deps: { inline: [/@refinedev/] } },
        },
      },
      // Each file has a database of its own and the server no state in its modules: they are loaded once.
      {
        extends: true,
        test: {
          name: 'postgres',
          include: withPostgres,
          globalSetup: 'tests/support/postgres.ts',
          isolate: false,
        },
      },
    ],
  },
}))

/** A chunk whose modules have moved away would be missed by nobody. */
function chunksExist(): Plugin {
  return {
    name: 'chunks-exist',
    apply: 'build',
    generateBundle(_, bundle) {
      const made = Object.values(bundle).map(({ name }) => name)
      for (const { name } of chunks)
        if (!made.includes(name)) this.error(`No module belongs to the chunk "${name}".`)
    },
  }
}

/** The product's name and slogan stand in `locales` only. */
function productName(): Plugin {
  return {
    name: 'product-name',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replaceAll('%name%', shared.product.name),
    },
  }
}

/** What each call is for, and which clause asks for it, stands on the pages that describe the API, which the server writes; only a demo, whose server is the page, brings it along. */
function withoutDescriptions(): Plugin {
  return {
    name: 'without-descriptions',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/src\/contract\/[\w-]+\.ts$/.test(id)) return undefined
      const short = code
        .replace(/\bsummary: *'[^'\n]*',?/g, '')
        .replace(/\bspec: *'[^'\n]*'/g, "spec: '7'")
      return { code: short, map: null }
    },
  }
}

/**
 * Puts the page's first styles into the page itself, so that the skeleton is painted without another request.
 * The link stays, disabled and so never fetched: chunks loaded later look for it and would fetch the styles again.
 */
function stylesInPage(): Plugin {
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
          return `<style>${String(asset.source).trim()}</style>${link.replace('<link', `<link ${unfetched}`)}`
        }),
    },
  }
}

/**
 * What libraries bring along and nothing here ever uses, some 140 kB gzipped of it: a module, who asks for it, and what stands in.
 * Whatever would have drawn or read something throws when it is used after all: take its row out then.
 */
const unused: readonly [module: string, by: RegExp, instead: string][] = [
  // One field of @refinedev/antd.
  ['react-markdown', /@refinedev\/antd/, refusal('react-markdown')],
  ['remark-gfm', /@refinedev\/antd/, refusal('remark-gfm')],
  // Import and export of Refine; the console's own export asks page by page.
  ['papaparse', /@refinedev\/core/, refusal('papaparse')],
  // English plurals for names that the words always have.
  [
    'pluralize',
    /@refinedev\/core/,
    'const same = (word) => word; export default { plural: same, singular: same }',
  ],
  // Traces for Refine's developer tools.
  ['error-stack-parser', /@refinedev/, 'export default { parse: () => [] }'],
  // A map for browsers that have none.
  [
    'side-channel',
    /\/qs\//,
    'module.exports = () => { const map = new Map(); return { get: (k) => map.get(k), set: (k, v) => void map.set(k, v), has: (k) => map.has(k) } }',
  ],
  // A stand-in for browsers that can't tell when an element changes its size: those that run this page can.
  ['resize-observer-polyfill', /rc-resize-observer/, 'export default ResizeObserver'],
  // Ways to send: the console gives axios its own.
  [
    '../adapters/adapters.js',
    /\/axios\//,
    'export default { adapters: {}, getAdapter: (adapter) => adapter }',
  ],
  [
    './adapters/adapters.js',
    /\/axios\//,
    'export default { adapters: {}, getAdapter: (adapter) => adapter }',
  ],
]

function refusal(what: string): string {
  return `const refuse = () => { throw new Error('${what} is left out of the build, see vite.config.ts') }; export default refuse`
}

function withoutUnused(): Plugin {
  const prefix = '\0unused:'
  return {
    name: 'without-unused',
    apply: 'build',
    enforce: 'pre',
    resolveId(id, importer = '') {
      // antd's inputs name the whole form library for one context of it.
      if (id === 'rc-field-form' && importer.includes('antd/es/form/context'))
        return this.resolve('rc-field-form/es/FormContext', importer, { skipSelf: true })
      const row = unused.findIndex(([module, by]) => module === id && by.test(importer))
      return row < 0 ? undefined : prefix + row
    },
    load: (id) =>
      id.startsWith(prefix) ? unused[Number(id.slice(prefix.length))]?.[2] : undefined,
  }
}

/** The policy of our pages, for files that anything may serve: by name the demo's workers and the pages of its server, and the database's WebAssembly. */
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

/** What a demo needs besides: the service worker that catches the calls, its policy, and the word in the page that it is a demo. */
function demoParts(): Plugin {
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
