/** When the browser has nothing better to do: the time for what no page waits for. */

/** Milliseconds after which it is done anyway. */
const latest = 2_000

export const quietMoment = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis)
      requestIdleCallback(() => resolve(), { timeout: latest })
    else setTimeout(resolve, 200)
  })
