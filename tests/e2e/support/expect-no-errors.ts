/**
 * Watches every page of a test: nothing is logged, thrown, refused or asked of a foreign host that
 * the test did not expect.
 */
import type { BrowserContext, ConsoleMessage, Request, Response, WebError } from '@playwright/test'

export type ErrorWatch = {
  /** Problems that this test makes on purpose. */
  expect: (...problems: RegExp[]) => void
  /** Returns what ends it. */
  watch: (context: BrowserContext) => () => void
  /** What happened beyond what was expected, one line each. */
  broken: () => string[]
}

/** `origin` is the only host that may be asked. */
export function expectNoErrors(origin: string): ErrorWatch {
  const seen: string[] = []
  const expected: RegExp[] = []
  return {
    expect: (...problems) => void expected.push(...problems),
    watch(context) {
      const onConsole = (message: ConsoleMessage) => {
        if (['error', 'warning'].includes(message.type()))
          seen.push(`console ${message.type()}: ${message.text()} (${message.location().url})`)
      }
      const onError = (error: WebError) =>
        void seen.push(`page error: ${error.error().stack ?? error.error().message}`)
      const onRequest = (request: Request) => {
        const url = request.url()
        if (!url.startsWith(`${origin}/`) && !/^(data|blob|about):/.test(url))
          seen.push(`foreign request: ${url}`)
      }
      const onFailure = (request: Request) => {
        const reason = request.failure()?.errorText ?? ''
        // A page that is left gives up what it was still loading.
        if (reason !== 'net::ERR_ABORTED')
          seen.push(`failed request: ${request.method()} ${request.url()} ${reason}`)
      }
      const onResponse = (response: Response) => {
        if (response.status() >= 400)
          seen.push(`status ${response.status()}: ${response.request().method()} ${response.url()}`)
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
    broken: () => seen.filter((problem) => !expected.some((pattern) => pattern.test(problem))),
  }
}
