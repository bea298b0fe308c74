/** Page for developers: the API for programs, from a first call to its limits. */
import { CodeBlock, ClientSamples } from '#landing/developers/code.tsx'
import { developerSections, type Block } from '#landing/developers/document.ts'
import { InlineText } from '#landing/developers/inline-text.tsx'
import { KeyStep, TryForm } from '#landing/developers/try-form.tsx'
import { lang, messageOf, t } from '#landing/messages.ts'
import { PageHead } from '#landing/shell/section.tsx'
import { siteOrigin } from '#landing/site-data.ts'
import { WithContents } from '#landing/with-contents/with-contents.tsx'
import './developers.css'
import './code.css'

const texts = () => ({
  lang: lang(),
  own: (key: string, values?: Parameters<typeof messageOf>[1]) =>
    messageOf(['developers', key].join('.'), values),
  any: messageOf,
})

export function Page() {
  const sections = developerSections(texts(), siteOrigin())
  return (
    <>
      <PageHead title={t('developers.headline')} lead={t('developers.lead')} />
      <WithContents parts={sections}>
        <article className="developers-text">
          {sections.map(({ id, title, blocks }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`}>{title}</h2>
              {blocks.map((block, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- the order is static.
                <BlockOf key={index} block={block} />
              ))}
            </section>
          ))}
        </article>
      </WithContents>
    </>
  )
}

function BlockOf({ block }: { block: Block }) {
  switch (block.kind) {
    case 'text':
      return (
        <p className={block.warns ? 'developers-warning' : undefined}>
          <InlineText text={block.text} />
        </p>
      )
    case 'list':
      return (
        <ul>
          {block.items.map((item) => (
            <li key={item}>
              <InlineText text={item} />
            </li>
          ))}
        </ul>
      )
    case 'step':
      return (
        <>
          <h3>{block.title}</h3>
          {block.text && <p>{block.text}</p>}
        </>
      )
    case 'table':
      return <Table {...block} />
    case 'calls':
      return (
        <>
          <h3>{block.title}</h3>
          <Table {...block} name="calls" />
        </>
      )
    case 'samples':
      return <ClientSamples name={block.name} samples={block.samples} />
    case 'code':
      return (
        <>
          <h3>{block.title}</h3>
          <CodeBlock name={block.title} code={block.code} />
        </>
      )
    case 'part':
      return block.part === 'key' ? <KeyStep /> : <TryForm />
  }
}

/** On a phone, each row is a block whose cells stand below each other. */
function Table({
  name,
  head,
  rows,
}: {
  name?: 'calls'
  head: readonly string[]
  rows: readonly (readonly string[])[]
}) {
  const classes = ['developers-table', `developers-table-${head.length}`]
  return (
    <table className={[...classes, ...(name ? [`developers-${name}`] : [])].join(' ')}>
      <thead>
        <tr>
          {head.map((cell) => (
            <th key={cell} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...cells]) => (
          <tr key={first}>
            <th scope="row">
              <InlineText text={first!} />
            </th>
            {cells.map((cell, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the order is static.
              <td key={index}>
                <InlineText text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
