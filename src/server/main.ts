/** Entry point of the server process: start, signals and graceful shutdown. */
import { describeError, redact, traceError } from '#server/platform/log.ts'
import { createDemoBanner } from '#server/seed/demo.ts'
import { startServer, type RunningServer } from '#server/start.ts'
import { InvalidSettingsError } from '#server/platform/config/invalid-settings.ts'

/**
 * A terminal and npm may both forward one Ctrl-C: signals within these milliseconds count as one.
 */
const repeatedSignalWindow = 1_000
/** Milliseconds after the drain time until a shutdown is forced. */
const forceAfter = 70_000

let ending: { since: number } | undefined
let running: RunningServer | undefined

// A closed output pipe must not end the process.
process.stdout.on('error', () => {})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => endProcess(0))
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (reason: unknown) => {
    const trace = traceError(reason)
    if (running) running.log.error('unexpected', { reason: trace })
    else process.stderr.write(`${trace}\n`)
    running?.log.flush()
    endProcess(1)
  })
}

// Started by `npm start`: shut down gracefully if the supervisor dies.
if (process.channel) {
  process.channel.unref()
  process.on('disconnect', () => endProcess(0))
}

try {
  running = await startServer(process.env, () => endProcess(1))
  announceStart(running)
} catch (error) {
  const sentences =
    error instanceof InvalidSettingsError ? error.sentences : [formatStartError(error)]
  process.stderr.write(
    `The server can’t start:\n${sentences.map((sentence) => `  - ${sentence}\n`).join('')}`,
  )
  process.exit(1)
}

/** Expected errors show their message only, unexpected ones their stack. */
function formatStartError(error: unknown): string {
  return error instanceof Error && error.constructor === Error && error.cause === undefined
    ? redact(error.message)
    : traceError(error)
}

function endProcess(code: number): void {
  if (!running) process.exit(code)
  if (ending && Date.now() - ending.since > repeatedSignalWindow) process.exit(1)
  if (ending) return
  ending = { since: Date.now() }
  const drain = running.settings.drainSeconds * 1_000
  setTimeout(() => process.exit(1), drain + forceAfter).unref()
  running.stop().then(
    () => process.exit(code),
    (error: unknown) => {
      process.stderr.write(`The server did not end in order: ${describeError(error)}\n`)
      process.exit(1)
    },
  )
}

function announceStart({
  address,
  log,
  settings: { production, databaseUrl, dataDir, publicUrl },
}: RunningServer) {
  // First, so that the supervisor restarts a server that is killed once its address is printed.
  process.send?.({ listening: Number(new URL(address).port) })
  log.info('listening', { address, database: databaseUrl ? 'DATABASE_URL' : dataDir, production })
  log.flush()
  if (production) return
  process.stdout.write(`${createDemoBanner(publicUrl ?? address)}\n`)
}
