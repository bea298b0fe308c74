/** Script of a prerendered public page: a little immediately, the rest when the browser is idle. */
import { followTheme } from '#ui/theme.ts'
import { startSite } from '#landing/live/start.ts'

startSite()
followTheme()
/** The page works without this part, so a failed load is ignored. */
const loadDeferred = () =>
  void import('#landing/live/refresh.ts')
    .then(({ startDeferred }) => startDeferred())
    .catch(() => undefined)
// A session from the URL is adopted at once (`public/boot.js`).
if ('urlSession' in window) loadDeferred()
else if ('requestIdleCallback' in window) requestIdleCallback(loadDeferred, { timeout: 4_000 })
else addEventListener('load', () => setTimeout(loadDeferred, 500))
