/** Page of several parts with a list of them: beside the text on desktop, above it elsewhere. */
import type { ReactNode } from 'react'
import { t } from '#landing/messages.ts'
import './with-contents.css'

type Part = { readonly id: string; readonly title: string }

export const WithContents = ({
  parts,
  children,
}: {
  parts: readonly Part[]
  children: ReactNode
}) => (
  <div className="section-box with-contents">
    <nav aria-labelledby="contents">
      <h2 id="contents">{t('frame.contents')}</h2>
      <ul>
        {parts.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
    {children}
  </div>
)
