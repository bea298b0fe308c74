/// <reference types="vitest/config" />
/** How the front end is built and served while developing. */
import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { shared } from './locales/zh/shared.ts'

/** Where `npm run dev` finds the API; the server's own port unless told otherwise. */
const apiOrigin = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000'

/** The demo is the same product with its server inside the page. */
const demo = 'demo'

/** Tests that are given a real PostgreSQL. */
const withPostgres = ['tests/server/**/*.test.ts']

/** With all they import these are one chunk: it weighs less than its pieces, and the first page waits for no second round. */
const startsWith = /src\/main\.tsx|landing\/(layout\.tsx|login\/sign-in\.ts)/

export default defineConfig(({ mode }) => ({
  plugins: [react(), productName(), stylesInPage(), withoutMarkdown(), mode === demo && demoParts()],
  server: { proxy: { '/api': { target: apiOrigin } } },
  build: {
    outDir: mode === demo ? 'dist/demo' : 'dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'start', test: startsWith }] } } },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
  },
  worker: { format: 'es' },
  test: {
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results/vitest.json' },
    projects: [
      { extends: true, test: { name: 'node', include: ['tests/**/*.test.{ts,tsx}'], exclude: withPostgres } },
      { extends: true, test: { name: 'postgres', include: withPostgres, globalSetup: 'tests/support/postgres.ts', testTimeout: 20_000 } },
    ],
  },
}))

/** The product's name and slogan stand in `locales` only. */
function productName(): Plugin {
  return {
    name: 'product-name',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replaceAll('%name%', shared.product.name).replaceAll('%slogan%', shared.product.slogan),
    },
  }
}

/** Puts the page's first styles into the page itself, so that the skeleton is painted without another request. */
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
          delete bundle[file]
          return `<style>${String(asset.source).trim()}</style>`
        }),
    },
  }
}

/** @refinedev/antd draws one field type with react-markdown: 46 kB gzipped that nothing here ever shows. */
function withoutMarkdown(): Plugin {
  const unused = new Set(['react-markdown', 'remark-gfm'])
  return {
    name: 'without-markdown',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (unused.has(id) ? '\0nothing' : undefined),
    load: (id) => (id === '\0nothing' ? 'export default () => null' : undefined),
  }
}

/** What a demo needs besides: the service worker that catches the calls, and the word in the page that it is a demo. */
function demoParts(): Plugin {
  return {
    name: 'demo-parts',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'mockServiceWorker.js', source: readFileSync('node_modules/msw/lib/mockServiceWorker.js') })
    },
    transformIndexHtml: { order: 'pre', handler: (html) => html.replace('data-mode=""', 'data-mode="demo"') },
  }
}
