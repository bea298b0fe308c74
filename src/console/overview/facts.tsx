/** A card of names and values. */
import { CopyButton } from '#console/ui/copy-button.tsx'

export type Fact = {
  name: string
  value: string
  /** The same at full length, on hover. */
  hint?: string
  copy?: boolean
  tag?: string
}

export function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section className="card">
      <h2>{title}</h2>
      <dl className="facts">
        {facts.map(({ name, value, hint, copy, tag }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd title={hint}>
              {value}
              {copy && <CopyButton text={value} what={name} />}
              {tag && <span className="tag">{tag}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
