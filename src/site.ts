/**
 * What a prerendered page of the public site runs: a little at once, the rest when the browser has
 * nothing else to do.
 */
import { followTheme } from '#client/theme.ts'
import { startSite } from '#landing/live/start.ts'

startSite()
followTheme()
/** The page is whole without what comes later: when that can't be had, nothing is said. */
const later = () =>
  void import('#landing/live/refresh.ts')
    .then(({ startLater }) => startLater())
    .catch(() => undefined)
if ('urlSession' in window) later()
else if ('requestIdleCallback' in window) requestIdleCallback(later, { timeout: 4_000 })
else addEventListener('load', () => setTimeout(later, 500))
