/** Defers low-priority work until the browser is idle. */

/** Milliseconds. */
const maxDelay = 2_000
/** Milliseconds, in browsers without `requestIdleCallback`. */
const fallbackDelay = 200

export const waitUntilIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis)
      requestIdleCallback(() => resolve(), { timeout: maxDelay })
    else setTimeout(resolve, fallbackDelay)
  })
