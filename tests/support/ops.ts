/**
 * The operator command, as a process like an operator runs it, or, since starting one takes a
 * second, as the whole of it in this one.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { run } from '#server/cli/run.ts'

type Env = Record<string, string>

/** `env` says which database. */
export const ops = (env: Env, ...args: string[]) => run(args, env, new Date())

export async function opsProcess(
  env: Env,
  ...args: string[]
): Promise<Awaited<ReturnType<typeof run>>> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/commands/ops.ts', ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [said, complained] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (complained += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said, complained }
}

/** In this process. Throws what it complains of. */
export async function opsJson<T>(env: Env, ...args: string[]): Promise<T> {
  const { said, complained } = await ops(env, ...args, '--json')
  if (complained !== '') throw new Error(complained)
  return JSON.parse(said) as T
}
