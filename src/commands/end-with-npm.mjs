/** Ends a command when npm has ended: npm signals only the shell between both, not the command. */

const checkIntervalMilliseconds = 500

/** No effect for commands not started by npm, nor on Windows, where the shell does not die. */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, checkIntervalMilliseconds).unref()
}
