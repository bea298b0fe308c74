/** The server as a process: starts, says where it is, and ends in order when it is told to. */
import { describeError, redact, traceError } from '#server/platform/log/error-text.ts'
import { greeting } from '#server/startup-banner.ts'
import { start, type Running } from '#server/start.ts'
import { InvalidSettingsError } from '#server/platform/config/settings.ts'

/**
 * A terminal and npm may both pass on one Ctrl-C: what comes within so many milliseconds is the
 * same wish.
 */
const sameWish = 1_000
/** Milliseconds after which a server that does not end in order ends all the same. */
const endsWithin = 30_000

let ending: { since: number } | undefined
let running: Running | undefined

// Whoever read our output has left; that is no reason to end.
process.stdout.on('error', () => {})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0))
for (const trouble of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(trouble, (reason: unknown) => {
    const result = traceError(reason)
    if (running) running.log.error('unexpected', { reason: result })
    else process.stderr.write(`${result}\n`)
    running?.log.flush()
    end(1)
  })
}

// Started by `npm start`: when that process dies without a word, this one ends in order.
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

/** What was foreseen is said in a sentence; for the rest the place matters. */
function textOf(error: unknown): string {
  return error instanceof Error && error.constructor === Error && error.cause === undefined
    ? redact(error.message)
    : traceError(error)
}

function end(code: number): void {
  if (!running) process.exit(code)
  if (ending && Date.now() - ending.since > sameWish) process.exit(1)
  if (ending) return
  ending = { since: Date.now() }
  setTimeout(() => process.exit(1), endsWithin).unref()
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
  process.stdout.write(`${greeting(publicUrl ?? address)}\n`)
}
