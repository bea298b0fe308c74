/** The page for developers as Markdown, for programs that read documentation. */
import { developerSections, type Block, type Texts } from '#landing/developers/document.ts'
import { clients } from '#landing/developers/samples.ts'
import { formatMessage, type Lang, type MessageTree } from '#locales/messages.ts'
import { en as toolsEn, zh as toolsZh } from '#locales/mcp-tools.ts'
import { en as programsEn, zh as programsZh } from '#locales/program-descriptions.ts'
import { en, zh } from '#locales/site/developers.ts'

const messages: Record<Lang, MessageTree> = {
  zh: { developers: zh, programs: programsZh, mcpTools: toolsZh },
  en: { developers: en, programs: programsEn, mcpTools: toolsEn },
}

const textsIn = (lang: Lang): Texts => {
  const any: (key: string, values?: Parameters<Texts['own']>[1]) => string = (key, values) =>
    formatMessage(messages[lang], lang, key, values) ?? key
  return { lang, own: (key, values) => any(['developers', key].join('.'), values), any }
}

/** `origin`: of the site; its links become absolute. */
export function developersMarkdown(lang: Lang, origin: string): string {
  const texts = textsIn(lang)
  const { own: t } = texts
  const sections = readableSections(texts, origin).flatMap(({ title, blocks }) => [
    `## ${title}`,
    ...blocks.flatMap((block) => toMarkdown(block, texts)),
  ])
  const text = [`# ${t('headline')}`, t('lead'), ...sections].join('\n\n')
  return `${text.replaceAll('](/', `](${origin}/`)}\n`
}

/** Without those that only the page's script fills. */
const readableSections = (texts: Texts, origin: string) =>
  developerSections(texts, origin).filter(({ id }) => id !== 'try')

function toMarkdown(block: Block, { own: t }: Texts): string[] {
  switch (block.kind) {
    case 'text':
      return [block.text]
    case 'list':
      return [block.items.map((item) => `- ${item}`).join('\n')]
    case 'step':
      return [`### ${block.title}`, ...(block.text ? [block.text] : [])]
    case 'table':
      return [toTable(block)]
    case 'calls':
      return [`### ${block.title}`, toTable(block)]
    case 'samples':
      return clients.map(
        ({ name, label, fence }) => `${label}:\n\n${toFence(fence, block.samples[name])}`,
      )
    case 'code':
      return [`### ${block.title}`, toFence(block.fence, block.code)]
    case 'part':
      return block.part === 'key' ? [t('start.visitor')] : []
  }
}

const toFence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``

const toTable = ({ head, rows }: Pick<Extract<Block, { kind: 'table' }>, 'head' | 'rows'>) =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')
