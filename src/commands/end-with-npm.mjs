/**
 * Ends a command whose npm has been told to end: npm tells only the shell in between, which dies of
 * it and leaves the command behind.
 */

/** Milliseconds from one look to the next. */
const often = 500

/** Does nothing for a command that npm did not start, nor on Windows, where no shell dies so. */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, often).unref()
}
