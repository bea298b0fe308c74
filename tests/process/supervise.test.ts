/** `npm start` supervises its server: it restarts a killed one, and both end together. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { demoDatabase } from '#tests/support/server/demo-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'yq-supervise-'))
let supervisor: ChildProcess
let output = ''
beforeAll(() => {
  const build = `import { ensureServerBuilt } from './src/commands/build.mjs'; ensureServerBuilt()`
  execFileSync(process.execPath, ['--input-type=module', '-e', build])
})
afterEach(() => supervisor.kill('SIGKILL'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function startSupervisor(program?: string): Promise<void> {
  output = ''
  const options = program ? `program: ['-e', ${JSON.stringify(program)}],` : ''
  const script = `import { supervise } from './src/commands/supervise.mjs'
    supervise({ ${options} onStart: (pid) => console.log('server process ' + pid) })`
  supervisor = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      APP_MODE: 'demo',
      DATA_DIR: folder,
      ...(!program && (await demoDatabase())),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  supervisor.stdout!.on('data', (part: Buffer) => (output += part.toString()))
  supervisor.stderr!.on('data', (part: Buffer) => (output += part.toString()))
}
const serverPids = () => [...output.matchAll(/server process (\d+)/g)].map(([, pid]) => Number(pid))
const addresses = () =>
  [...output.matchAll(/"event":"listening","address":"([^"]+)"/g)].map(([, address]) => address!)
const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
const polling = { timeout: 60_000, interval: 50 }

test(
  'a killed server is restarted at its address, and SIGTERM ends both',
  { timeout: 180_000 },
  async () => {
    await startSupervisor()
    await expect.poll(() => addresses().length, polling).toBe(1)
    process.kill(serverPids()[0]!, 'SIGKILL')
    await expect.poll(() => addresses().length, polling).toBe(2)
    expect(addresses()[1]).toBe(addresses()[0])
    expect((await fetch(`${addresses()[0]}/healthz`)).status).toBe(200)
    expect(output).toContain('The server ended by SIGKILL; it is started again')
    supervisor.kill('SIGTERM')
    expect(await once(supervisor, 'exit')).toEqual([0, null])
    expect(serverPids().map(isRunning)).toEqual([false, false])
  },
)

test('a server whose supervisor is killed shuts down', { timeout: 120_000 }, async () => {
  await startSupervisor()
  await expect.poll(() => addresses().length, polling).toBe(1)
  supervisor.kill('SIGKILL')
  await expect.poll(() => isRunning(serverPids()[0]!), polling).toBe(false)
})

test(
  'a server that keeps crashing or cannot start is not restarted',
  { timeout: 120_000 },
  async () => {
    await startSupervisor(`process.send({ listening: 1 }); setTimeout(() => process.exit(3), 50)`)
    expect((await once(supervisor, 'exit'))[0]).toBe(1)
    expect(serverPids()).toHaveLength(6)
    expect(output).toContain('for the 6th time within a minute')
    await startSupervisor(`process.exit(4)`)
    expect((await once(supervisor, 'exit'))[0]).toBe(4)
    expect(serverPids()).toHaveLength(1)
    await startSupervisor(`process.send({ listening: 1 }); setTimeout(() => process.exit(0), 50)`)
    expect((await once(supervisor, 'exit'))[0]).toBe(0)
    expect(serverPids()).toHaveLength(1)
  },
)
