/**
 * The server, which tells on SIGUSR2 what it holds once its garbage is collected: bytes of heap,
 * and sockets.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

process.on('SIGUSR2', () => {
  // What a collection sets free may hold something else until the next.
  for (let times = 0; times < 3; times++) collect()
  const sockets = process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
  const { heapUsed } = process.memoryUsage()
  process.stdout.write(`${JSON.stringify({ event: 'measured', heapUsed, sockets })}\n`)
})

// Only now: without somebody to hear it, the signal would end the process.
await import('#server/main.ts')
