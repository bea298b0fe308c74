/**
 * A command whose npm is ended: npm signals only its shell, and the command ends in order all
 * the same.
 */
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

/** As npm does: a shell that waits for the command. */
function underShell(env: Record<string, string>) {
  return spawn('sh', ['-c', '"$NODE" --input-type=module -e "$COMMAND"; true'], {
    env: { PATH: process.env['PATH'], NODE: process.execPath, COMMAND: command, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

test('a server that loses the shell of npm shuts down in order', async () => {
  const shell = underShell({ npm_lifecycle_event: 'start' })
  const output = text(shell.stdout)
  await once(shell.stdout, 'data')
  shell.kill('SIGTERM')
  expect(await output).toBe('runs\nends in order\n')
})
