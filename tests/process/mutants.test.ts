/** `npm run mutants` where its packages can't be installed. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('a failed installation ends the command with its exit code and a sentence, before any subject', () => {
  const folder = mkdtempSync(join(tmpdir(), 'yq-npm-'))
  writeFileSync(join(folder, 'npm'), '#!/bin/sh\nexit 7\n')
  chmodSync(join(folder, 'npm'), 0o755)
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['src/commands/mutants.mjs', 'rules'],
    { encoding: 'utf8', env: { PATH: `${folder}:${process.env['PATH']}` } },
  )
  rmSync(folder, { recursive: true })
  expect(status).toBe(7)
  expect(stderr).toBe(
    'npm install did not succeed, so nothing was tested; what it says is above.\n',
  )
  expect(stdout).toBe('')
})
