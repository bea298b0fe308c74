/** Ending npm: npm signals only its shell, and the command shuts down anyway. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const command = `
  import { endWithNpm } from './src/commands/end-with-npm.mjs'
  process.on('SIGTERM', () => { console.log('ends in order'); process.exit() })
  setInterval(() => {}, 1_000)
  endWithNpm()
  console.log('runs')`

/** Runs the command as npm does: by a shell that waits for it. */
function spawnUnderShell(env: Record<string, string>) {
  return spawn('sh', ['-c', '"$NODE" --input-type=module -e "$COMMAND"; true'], {
    env: { PATH: process.env['PATH'], NODE: process.execPath, COMMAND: command, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

test('a server that loses npm’s shell shuts down cleanly', async () => {
  const shell = spawnUnderShell({ npm_lifecycle_event: 'start' })
  const output = text(shell.stdout)
  await once(shell.stdout, 'data')
  shell.kill('SIGTERM')
  expect(await output).toBe('runs\nends in order\n')
})
