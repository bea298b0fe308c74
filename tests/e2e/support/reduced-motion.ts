/**
 * Watches every page of a test: nothing is logged, thrown, refused or asked of a foreign host that
 * the test did not expect.
 */
import type { BrowserContext } from '@playwright/test'

export type Calm = {
  /** Problems that this test makes on purpose. */
  expect: (...problems: RegExp[]) => void
  watch: (context: BrowserContext) => void
  /** What happened beyond what was expected, one line each. */
  broken: () => string[]
}

/** `origin` is the only host that may be asked. */
export function expectNoErrors(origin: string): Calm {
  const seen: string[] = []
  const expected: RegExp[] = []
  return {
    expect: (...problems) => void expected.push(...problems),
    watch(context) {
      context.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()))
          seen.push(`console ${message.type()}: ${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (error) =>
        seen.push(`page error: ${error.error().stack ?? error.error().message}`),
      )
      context.on('request', (request) => {
        const url = request.url()
        if (!url.startsWith(`${origin}/`) && !/^(data|blob|about):/.test(url))
          seen.push(`foreign request: ${url}`)
      })
      context.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? ''
        // A page that is left gives up what it was still loading.
        if (reason !== 'net::ERR_ABORTED')
          seen.push(`failed request: ${request.method()} ${request.url()} ${reason}`)
      })
      context.on('response', (response) => {
        if (response.status() >= 400)
          seen.push(`status ${response.status()}: ${response.request().method()} ${response.url()}`)
      })
    },
    broken: () => seen.filter((problem) => !expected.some((pattern) => pattern.test(problem))),
  }
}
