/** Defers low-priority work until the browser is idle. */

/** Maximum delay in milliseconds. */
const maxDelay = 2_000

export const waitUntilIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis)
      requestIdleCallback(() => resolve(), { timeout: maxDelay })
    else setTimeout(resolve, 200)
  })
