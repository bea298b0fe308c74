/** A text with `code` and [links](path) as elements. */
import { Fragment } from 'react'
import { inlineParts } from '#landing/developers/inline-parts.ts'

export function InlineText({ text }: { text: string }) {
  return inlineParts(text).map((part, index) => {
    switch (part.kind) {
      case 'text':
        // oxlint-disable-next-line react/no-array-index-key -- the order is static.
        return <Fragment key={index}>{part.text}</Fragment>
      case 'code':
        return (
          // oxlint-disable-next-line react/no-array-index-key -- as above.
          <code key={index} translate="no">
            {part.text}
          </code>
        )
      case 'link':
        return (
          // oxlint-disable-next-line react/no-array-index-key -- as above.
          <a key={index} href={part.href}>
            {part.text}
          </a>
        )
    }
  })
}
