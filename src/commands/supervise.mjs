/** Supervises the server process: restarts it after a crash and forwards signals. */
import { spawn } from 'node:child_process'

/**
 * `firstDelay`: milliseconds before the first restart, doubled with each further one. `restarts`:
 * maximum number within `period` milliseconds.
 */
const limits = { firstDelay: 250, period: 60_000, restarts: 5 }

/** Arguments of Node. */
const serverArgs = ['dist/server/main.mjs']

/**
 * Restarts neither a server that never listened nor one that exited with 0. The IPC channel lets
 * the server notice the death of this process. `onStart` gets the pid of each server process.
 */
export function supervise({ program = serverArgs, onStart = (_pid) => {} } = {}) {
  let child
  let timer
  let isStopping = false
  let hasListened = false
  let port = process.env.PORT
  let restarts = []

  const start = () => {
    const env = { ...process.env, ...(port !== undefined && { PORT: port }) }
    child = spawn(process.execPath, program, {
      env,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    child.on('message', (message) => {
      if (message?.listening === undefined) return
      hasListened = true
      // Port 0 picks a free port; a restart reuses it, so that the address stays valid.
      port = String(message.listening)
    })
    child.on('error', (error) =>
      fail(`The server process could not be started (${error.code ?? error.name}).`),
    )
    child.on('exit', (code, signal) => {
      if (isStopping || code === 0 || !hasListened) process.exit(code ?? 1)
      restart(signal ? `by ${signal}` : `with code ${code}`)
    })
    onStart(child.pid)
  }
  const restart = (reason) => {
    const now = Date.now()
    restarts = restarts.filter((at) => now - at < limits.period)
    if (restarts.length >= limits.restarts)
      return fail(
        `The server ended ${reason}, for the ${restarts.length + 1}th time within a minute.`,
      )
    const delay = limits.firstDelay * 2 ** restarts.length
    restarts.push(now)
    console.error(`The server ended ${reason}; it is started again in ${delay} ms.`)
    timer = setTimeout(start, delay)
  }
  const fail = (sentence) => {
    console.error(sentence)
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      isStopping = true
      clearTimeout(timer)
      if (!child || child.exitCode !== null || child.signalCode !== null) process.exit(0)
      // On Windows the console signals the server itself, and `kill` would end it abruptly.
      if (process.platform !== 'win32' || signal !== 'SIGINT') child.kill(signal)
    })
  }
  start()
}
