/** Entry point of the server process: start, signals and graceful shutdown. */
import { describeError, redact, traceError } from '#server/platform/log.ts'
import { demoBanner } from '#server/seed/demo.ts'
import { start, type Running } from '#server/start.ts'
import { InvalidSettingsError } from '#server/platform/config/settings.ts'

/**
 * A terminal and npm may both forward one Ctrl-C: signals within these milliseconds count as one.
 */
const sameSignalWithin = 1_000
/** Milliseconds after the drain time until a shutdown is forced. */
const forcedAfter = 70_000

let ending: { since: number } | undefined
let running: Running | undefined

// A closed output pipe must not end the process.
process.stdout.on('error', () => {})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0))
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (reason: unknown) => {
    const result = traceError(reason)
    if (running) running.log.error('unexpected', { reason: result })
    else process.stderr.write(`${result}\n`)
    running?.log.flush()
    end(1)
  })
}

// Started by `npm start`: shut down gracefully if the supervisor dies.
if (process.channel) {
  process.channel.unref()
  process.on('disconnect', () => end(0))
}

try {
  running = await start(process.env, () => end(1))
  announce(running)
} catch (error) {
  const sentences = error instanceof InvalidSettingsError ? error.sentences : [textOf(error)]
  process.stderr.write(
    `The server can’t start:\n${sentences.map((sentence) => `  - ${sentence}\n`).join('')}`,
  )
  process.exit(1)
}

/** Expected errors show their message only, unexpected ones their stack. */
function textOf(error: unknown): string {
  return error instanceof Error && error.constructor === Error && error.cause === undefined
    ? redact(error.message)
    : traceError(error)
}

function end(code: number): void {
  if (!running) process.exit(code)
  if (ending && Date.now() - ending.since > sameSignalWithin) process.exit(1)
  if (ending) return
  ending = { since: Date.now() }
  const drain = running.settings.drainSeconds * 1_000
  setTimeout(() => process.exit(1), drain + forcedAfter).unref()
  running.stop().then(
    () => process.exit(code),
    (error: unknown) => {
      process.stderr.write(`The server did not end in order: ${describeError(error)}\n`)
      process.exit(1)
    },
  )
}

function announce({
  address,
  log,
  settings: { production, databaseUrl, dataDir, publicUrl },
}: Running) {
  log.info('listening', { address, database: databaseUrl ? 'DATABASE_URL' : dataDir, production })
  log.flush()
  process.send?.({ listening: Number(new URL(address).port) })
  if (production) return
  process.stdout.write(`${demoBanner(publicUrl ?? address)}\n`)
}
