/**
 * Keeps the server process running: starts it again when it ends by itself, and ends with it when
 * it is asked to.
 */
import { spawn } from 'node:child_process'

/**
 * Milliseconds before the first restart, doubled by each next within a minute; restarts within a
 * minute.
 */
const limits = { pause: 250, within: 60_000, restarts: 5 }

const server = ['dist/server/main.mjs']

/**
 * A server that can't start at first is not started again, nor one that ended in order. The server
 * notices by the channel to this process when this process has died. `onStart` gets the process
 * number of each server.
 */
export function supervise({ program = server, onStart = (_pid) => {} } = {}) {
  let child
  let timer
  let stopping = false
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
      // Port 0 is any free one: whoever has the address keeps it.
      port = String(message.listening)
    })
    child.on('error', (error) =>
      fail(`The server process could not be started (${error.code ?? error.name}).`),
    )
    child.on('exit', (code, signal) => {
      if (stopping || code === 0 || !hasListened) process.exit(code ?? 1)
      again(signal ? `by ${signal}` : `with code ${code}`)
    })
    onStart(child.pid)
  }
  const again = (how) => {
    const now = Date.now()
    restarts = restarts.filter((at) => now - at < limits.within)
    if (restarts.length >= limits.restarts)
      return fail(`The server ended ${how}, for the ${restarts.length + 1}th time within a minute.`)
    const pause = limits.pause * 2 ** restarts.length
    restarts.push(now)
    console.error(`The server ended ${how}; it is started again in ${pause} ms.`)
    timer = setTimeout(start, pause)
  }
  const fail = (sentence) => {
    console.error(sentence)
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      stopping = true
      clearTimeout(timer)
      if (!child || child.exitCode !== null || child.signalCode !== null) process.exit(0)
      // On Windows the console tells the server itself, and a signal would kill it.
      if (process.platform !== 'win32' || signal !== 'SIGINT') child.kill(signal)
    })
  }
  start()
}
