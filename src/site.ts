/** Script of a prerendered public page: a little immediately, the rest when the browser is idle. */
import { followTheme } from '#ui/theme.ts'
import { startSite } from '#landing/live/start.ts'

startSite()
followTheme()
/** The page works without the later part, so a failed load is ignored. */
const later = () =>
  void import('#landing/live/refresh.ts')
    .then(({ startDeferred }) => startDeferred())
    .catch(() => undefined)
if ('urlSession' in window) later()
else if ('requestIdleCallback' in window) requestIdleCallback(later, { timeout: 4_000 })
else addEventListener('load', () => setTimeout(later, 500))
