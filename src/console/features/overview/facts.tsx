/** Card of names and values; totals link to the log rows they are computed from. */
import type { ReactNode } from 'react'
import { t } from '#console/refine/i18n.ts'
import type { Route } from '#console/engine/resource.ts'
import { CopyButton } from '#console/ui/copy-button.tsx'
import { AppLink } from '#console/ui/app-link.tsx'

export type Fact = {
  name: string
  value: string
  copy?: boolean
  tag?: string
  /** An action for this value. */
  way?: ReactNode
  /** The log rows that the value is computed from. */
  rows?: { route: Route; query: Readonly<Record<string, string>> }
}

export function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section className="plain">
      <h2>{title}</h2>
      <dl className="facts">
        {facts.map(({ name, value, copy, tag, way, rows }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value}
              {copy && <CopyButton text={value} what={name} />}
              {tag && <span className="tag">{tag}</span>}
              {way}
              {rows && (
                <AppLink
                  {...rows}
                  name={t('pages.list.actionOf', { action: t('overview.ways.log'), name })}
                >
                  {t('overview.ways.log')}
                </AppLink>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
