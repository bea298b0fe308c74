/** Facts about one thing, such as an order: names with values, some with a copy button. */
import type { ReactNode } from 'react'
import { CopyButton } from '#console/ui/copy-button.tsx'
import './fact-list.css'

/** `copy`: text for a copy button. A fact without a value is left out. */
export type Fact = { name: string; value: ReactNode; copy?: string | null | undefined }

export const FactList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="fact-list">
    {facts
      .filter(({ value }) => Boolean(value))
      .map(({ name, value, copy }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            {copy && <CopyButton text={copy} name={name} />}
          </dd>
        </div>
      ))}
  </dl>
)
