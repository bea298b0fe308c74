/** A card of names and values; a value that rows of a log add up to leads to them. */
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
  /** What can be done about it. */
  way?: ReactNode
  /** Where the rows are that the value comes from. */
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
