/** Duration of a collection's list calls over HTTP, with 1,000,000 rows of one tenant. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import type { BenchLine } from '#tests/bench/server-bench.ts'

/**
 * Takes about four minutes; leaves nothing behind. A process of its own registers the collection
 * before anything reads the registry.
 */
export async function collectionsBench(): Promise<BenchLine[]> {
  const folder = mkdtempSync(join(tmpdir(), 'yq-bench-'))
  const postgres = await startEmbedded(folder)
  try {
    await postgres.create('bench')
    const { status, stdout } = spawnSync(process.execPath, ['tests/bench/collections-process.ts'], {
      env: { ...process.env, DATABASE_URL: postgres.url('bench') },
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error('The lists of a collection could not be measured.')
    return JSON.parse(stdout.trim().split('\n').at(-1)!) as BenchLine[]
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
