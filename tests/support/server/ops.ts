/** Runs the operator command in a process, or faster in-process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { runCommand } from '#server/cli/run.ts'
import { programArgs } from '#tests/support/server/programs.ts'

type Env = Record<string, string>

/** The key of the test servers. */
const SECRET_KEY = Buffer.alloc(32, 7).toString('base64')

/** `env` selects the database. */
export const ops = (env: Env, ...args: string[]) => runCommand(args, { SECRET_KEY, ...env })

export async function opsProcess(
  env: Env,
  ...args: string[]
): Promise<Awaited<ReturnType<typeof runCommand>>> {
  const child = spawn(process.execPath, [...programArgs('src/commands/ops.ts'), ...args], {
    env: { PATH: process.env['PATH'], SECRET_KEY, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, stdout, stderr }
}

/** Runs in-process. Throws on error output. */
export async function opsJson<T>(env: Env, ...args: string[]): Promise<T> {
  const { stdout, stderr } = await ops(env, ...args, '--json')
  if (stderr !== '') throw new Error(stderr)
  return JSON.parse(stdout) as T
}
