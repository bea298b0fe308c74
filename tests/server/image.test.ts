/** The file tree of the container image, started with nothing else on a read-only file system. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '#contract/login.ts'
import { packages } from '#contract/packages.ts'
import { freshDb } from '#tests/support/server/postgres.ts'
import { caller } from '#tests/support/server/server.ts'

const tree = mkdtempSync(join(tmpdir(), 'yq-image-'))
/**
 * A root of its own, where nothing can be written but /tmp; the database is reached by its socket,
 * as in compose.yaml.
 */
const inTree = (sockets: string) => `mount --bind ${tree} ${tree} \
  && mount -t tmpfs tmpfs ${tree}/tmp && mount --bind ${sockets} ${tree}/sockets \
  && mount -o remount,ro,bind ${tree} && cd ${tree} && exec chroot . /bin/node /app/dist/server/main.mjs`
const isolated = [
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']),
  '--mount',
  'sh',
  '-c',
]
const mayIsolate = spawnSync('unshare', [...isolated, 'mount -t tmpfs t /tmp']).status === 0

beforeAll(() => {
  if (!mayIsolate) return
  execFileSync(process.execPath, ['src/commands/build-now.mjs'], { stdio: 'ignore' })
  execFileSync('deploy/image-tree.sh', [tree], { stdio: 'ignore' })
})
afterAll(() => rmSync(tree, { recursive: true, force: true }))

test.skipIf(!mayIsolate)(
  'the image’s tree alone serves pages, calls and password hashes in production',
  async () => {
    const database = await freshDb()
    const sockets = decodeURIComponent(/host=([^&]+)/.exec(database.url)![1]!)
    const url = database.url.replace(/host=[^&]+/, 'host=/sockets')
    const server = spawn('unshare', [...isolated, inTree(sockets)], {
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        PORT: '0',
        DATA_DIR: '/data',
        DATABASE_URL: url,
        ALLOW_DATABASE_OWNER: 'yes',
        PUBLIC_URL: 'https://www.example.com',
        MAIL_URL: 'smtps://mail.example.com',
        TRUST_PROXY: '1',
        SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
        DRAIN_SECONDS: '0',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    await expect.poll(() => output, { timeout: 30_000 }).toContain('"event":"listening"')
    const address = /"address":"([^"]+)"/.exec(output)![1]!
    expect(await (await fetch(`${address}/home`)).text()).toContain('<main')
    const visitor = caller({ api: `${address}/api`, now: () => Date.now() }, null)
    expect((await visitor.call(packages.sale, {})).success).toBe(true)
    const refused = await visitor.call(login.login, {
      account: 'nobody@example.com',
      password: 'wrong-password',
    })
    expect(refused.success).toBe(false)
    expect(refused.msg).not.toContain('ID')
    server.kill('SIGTERM')
    expect(await once(server, 'exit')).toEqual([0, null])
    expect(output).not.toContain('"level":"error"')
    await database.close()
  },
)
