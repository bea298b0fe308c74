/** Ends a command whose npm was ended: npm signals only its shell, which orphans the command. */

/** Milliseconds between checks. */
const often = 500

/** No effect for commands not started by npm, nor on Windows, where the shell does not die. */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, often).unref()
}
