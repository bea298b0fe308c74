/** Defers low-priority work until the browser is idle. */

/** Maximum delay in milliseconds. */
const latest = 2_000

export const quietMoment = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis)
      requestIdleCallback(() => resolve(), { timeout: latest })
    else setTimeout(resolve, 200)
  })
