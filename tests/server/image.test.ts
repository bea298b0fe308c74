/** The container image's files start a server with nothing else, on a read-only file system. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '#contract/login.ts'
import { packages } from '#contract/packages.ts'
import { freshDb } from '#tests/support/server/postgres.ts'
import { caller } from '#tests/support/server/server.ts'

const imageTree = mkdtempSync(join(tmpdir(), 'yq-image-'))
/**
 * Starts the server in a root where only /tmp is writable. The database is reached by its socket,
 * as in compose.yaml.
 */
const startCommand = (sockets: string) => `mount --bind ${imageTree} ${imageTree} \
  && mount -t tmpfs tmpfs ${imageTree}/tmp && mount --bind ${sockets} ${imageTree}/sockets \
  && mount -o remount,ro,bind ${imageTree} && cd ${imageTree} && exec chroot . /bin/node /app/dist/server/main.mjs`
const isolated = [
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']),
  '--mount',
  'sh',
  '-c',
]
const canIsolate = spawnSync('unshare', [...isolated, 'mount -t tmpfs t /tmp']).status === 0

beforeAll(() => {
  if (!canIsolate) return
  execFileSync(process.execPath, ['src/commands/build-now.mjs'], { stdio: 'ignore' })
  execFileSync('deploy/image-tree.sh', [imageTree], { stdio: 'ignore' })
})
afterAll(() => rmSync(imageTree, { recursive: true, force: true }))

test.skipIf(!canIsolate)('the image has the packages of the server alone', () => {
  expect(readdirSync(join(imageTree, 'app/node_modules')).toSorted()).toEqual([
    '@node-rs',
    'nodemailer',
  ])
})

test.skipIf(!canIsolate)(
  'the files of the image alone serve pages, calls and password hashes in production',
  async () => {
    const database = await freshDb()
    const sockets = decodeURIComponent(/host=([^&]+)/.exec(database.url)![1]!)
    const url = database.url.replace(/host=[^&]+/, 'host=/sockets')
    const server = spawn('unshare', [...isolated, startCommand(sockets)], {
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
    const failedSignIn = await visitor.call(login.login, {
      account: 'nobody@example.com',
      password: 'wrong-password',
    })
    expect(failedSignIn.data).toMatchObject({ code: 'wrongPassword' })
    server.kill('SIGTERM')
    expect(await once(server, 'exit')).toEqual([0, null])
    expect(output).not.toContain('"level":"error"')
    await database.close()
  },
)
