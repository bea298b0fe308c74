/** Runs the server as a separate process, like `npm start`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { programArgs } from '#tests/support/server/programs.ts'

export function serverProcess(env: Record<string, string>, program = 'src/server/main.ts') {
  const child = spawn(process.execPath, programArgs(program), {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  let output = ''
  const append = (chunk: Buffer) => (output += chunk.toString())
  child.stdout.on('data', append)
  child.stderr.on('data', append)

  return {
    child,
    output: () => output,
    /** Resolves to the listening address. Throws the output if the process exits first. */
    async address(): Promise<string> {
      for (;;) {
        const found = /"event":"listening","address":"([^"]+)"/.exec(output)?.[1]
        if (found) return found
        await Promise.race([
          once(child.stdout, 'data'),
          ended.then(() => Promise.reject(new Error(output))),
        ])
      }
    },
    /** Waits for the exit, after sending the signal if given. Returns the exit code. */
    async end(signal?: NodeJS.Signals): Promise<number | null> {
      if (signal) child.kill(signal)
      const [code] = await ended
      return code
    },
  }
}
export type ServerProcess = ReturnType<typeof serverProcess>
