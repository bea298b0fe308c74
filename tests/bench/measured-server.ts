/** The server, which on SIGUSR2 collects garbage and prints its heap in bytes and its sockets. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

process.on('SIGUSR2', () => {
  // Finalizers of one collection release objects for the next.
  for (let repetition = 0; repetition < 3; repetition++) collectGarbage()
  const sockets = process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
  const { heapUsed } = process.memoryUsage()
  process.stdout.write(`${JSON.stringify({ event: 'measured', heapUsed, sockets })}\n`)
})

// Imported after the handler: without one, the signal would end the process.
await import('#server/main.ts')
