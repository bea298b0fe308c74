/** Collects unexpected console output, exceptions, failed responses and requests to other hosts. */
import type { BrowserContext, ConsoleMessage, Request, Response, WebError } from '@playwright/test'

export type ErrorWatch = {
  /** Patterns of problems that the test causes on purpose. */
  expect: (...patterns: RegExp[]) => void
  /** Returns a function that stops watching. */
  watch: (context: BrowserContext) => () => void
  /** Unexpected problems, one line each. */
  unexpected: () => string[]
}

/** `origin`: the only host that pages may request. */
export function expectNoErrors(origin: string): ErrorWatch {
  const problems: string[] = []
  const expected: RegExp[] = []
  return {
    expect: (...patterns) => void expected.push(...patterns),
    watch(context) {
      const onConsole = (message: ConsoleMessage) => {
        if (['error', 'warning'].includes(message.type()))
          problems.push(`console ${message.type()}: ${message.text()} (${message.location().url})`)
      }
      const onError = (error: WebError) =>
        void problems.push(`page error: ${error.error().stack ?? error.error().message}`)
      const onRequest = (request: Request) => {
        const url = request.url()
        if (!url.startsWith(`${origin}/`) && !/^(data|blob|about):/.test(url))
          problems.push(`foreign request: ${url}`)
      }
      const onFailure = (request: Request) => {
        const reason = request.failure()?.errorText ?? ''
        // Navigation aborts pending requests.
        if (reason !== 'net::ERR_ABORTED')
          problems.push(`failed request: ${request.method()} ${request.url()} ${reason}`)
      }
      const onResponse = (response: Response) => {
        if (response.status() >= 400)
          problems.push(
            `status ${response.status()}: ${response.request().method()} ${response.url()}`,
          )
      }
      context.on('console', onConsole)
      context.on('weberror', onError)
      context.on('request', onRequest)
      context.on('requestfailed', onFailure)
      context.on('response', onResponse)
      return () => {
        context.off('console', onConsole)
        context.off('weberror', onError)
        context.off('request', onRequest)
        context.off('requestfailed', onFailure)
        context.off('response', onResponse)
      }
    },
    unexpected: () =>
      problems.filter((problem) => !expected.some((pattern) => pattern.test(problem))),
  }
}
