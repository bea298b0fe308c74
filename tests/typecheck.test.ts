/** The compiler's project of the server, beside the one of all code. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

test('a document in the server is a type error', () => {
  const folder = mkdtempSync(resolve('test-results/typecheck-'))
  const config = { extends: resolve('src/server/tsconfig.json'), include: ['*.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  writeFileSync(join(folder, 'title.ts'), 'export const { title } = document\n')
  const { stdout } = spawnSync(process.execPath, [
    'node_modules/typescript/bin/tsc',
    '-p',
    folder,
    '--incremental',
    'false',
    '--tsBuildInfoFile',
    'null',
  ])
  rmSync(folder, { recursive: true })
  expect(stdout.toString()).toContain("error TS2584: Cannot find name 'document'")
})
