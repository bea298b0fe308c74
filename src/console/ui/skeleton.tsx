/** Page skeleton while code or data load; prevents layout shifts. */
import { t } from '#console/refine/i18n.ts'
import type { PageModel } from '#console/engine/page-model.ts'
import { limits } from '#contract/limits.ts'

const lines = { list: limits.page.size + 2, form: 4, screen: 6 } as const

export function PageSkeleton({ view }: { view: PageModel['view'] }) {
  return (
    <div className="waiting" data-view={view} aria-busy="true">
      <output className="unseen">{t('shell.loading')}</output>
      <i className="waiting-title" />
      <i className="waiting-help" />
      <div className="card">
        {Array.from({ length: lines[view] }, (_, at) => (
          <i key={at} />
        ))}
      </div>
    </div>
  )
}
