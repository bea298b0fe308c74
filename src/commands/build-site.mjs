/** Builds the public site after the front end: client script, renderer, prerendered pages. */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, minifySync } from 'vite'
import { oneLanguage } from './one-language.ts'
import { root } from './root.mjs'

const web = `${root}/dist/web`
const common = { configFile: false, root, logLevel: 'warn', publicDir: false }

/**
 * The only renderer of react-dom/server that is used; the others would double the script's size.
 */
const markupOnly = `${root}/node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js`

const scriptUrl = await buildProgram()
await buildRenderer(scriptUrl)
await writePages()

/** Builds the client script and returns its URL path. */
async function buildProgram() {
  const { output } = await build({
    ...common,
    plugins: [oneLanguage()],
    resolve: { alias: { 'react-dom/server': markupOnly } },
    build: {
      outDir: web,
      emptyOutDir: false,
      assetsInlineLimit: 0,
      modulePreload: false,
      cssCodeSplit: true,
      reportCompressedSize: false,
      rolldownOptions: {
        input: `${root}/src/site.ts`,
        output: {
          entryFileNames: 'assets/site-[hash].js',
          chunkFileNames: 'assets/site-[name]-[hash].js',
        },
      },
    },
  })
  return `/${output.find((file) => file.isEntry).fileName}`
}

async function buildRenderer(scriptUrl) {
  const [boot, earlyEvents] = ['public/boot.js', 'landing/early-events.js'].map((file) =>
    minifySync(file, readFileSync(`${root}/${file}`, 'utf8')).code.trim(),
  )
  writeFileSync(`${web}/boot.js`, boot)
  const inlineScript = `${boot};${earlyEvents}`
  const scriptHash = `'sha256-${createHash('sha256').update(inlineScript).digest('base64')}'`
  await build({
    ...common,
    define: {
      'process.env.NODE_ENV': '"production"',
      BUILT: JSON.stringify({
        scriptUrl,
        inlineScript,
        scriptHash,
        day: new Date().toISOString().slice(0, 10),
      }),
    },
    ssr: { noExternal: true },
    build: {
      ssr: `${root}/src/site-server.tsx`,
      outDir: `${root}/dist/site`,
      emptyOutDir: true,
      minify: true,
      cssMinify: true,
      rolldownOptions: { output: { entryFileNames: 'site.mjs', codeSplitting: false } },
    },
  })
}

/**
 * Prerenders without the server's data: our server renders the pages again with it; on any other
 * server the pages fetch it themselves.
 */
async function writePages() {
  const { site } = await import(pathToFileURL(`${root}/dist/site/site.mjs`).href)
  const origin = (process.env.VITE_SITE_ORIGIN ?? '').replace(/\/+$/, '')
  const noData = { packages: null, contacts: null, platforms: null, downloads: null }
  const owner = {
    companyName: process.env.SITE_OPERATOR?.trim(),
    filingNumber: process.env.SITE_FILING_NUMBER?.trim(),
  }
  for (const path of site.paths) write(`${path}.html`, site.render(path, origin, noData, owner))
  for (const [path, file] of Object.entries(site.files(origin))) write(path, file.write())
}

function write(path, text) {
  mkdirSync(dirname(web + path), { recursive: true })
  writeFileSync(web + path, text)
}
