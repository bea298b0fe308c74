/** The text of .env.example, made from the declarations of the settings. */
import { declarations, type Declaration } from '#server/platform/config/settings.ts'

/** Variables that only `npm run build` reads, for pages that another server hands out. */
const buildDeclarations: readonly Declaration[] = [
  { name: 'VITE_API_BASE', wants: 'the address of another backend', otherwise: '/api' },
  { name: 'VITE_SITE_ORIGIN', wants: 'the address that users type' },
  { name: 'VITE_TIME_ZONE', wants: 'the server’s time zone', otherwise: 'Asia/Shanghai' },
]

export function envExample(): string {
  const entry = ({ name, wants, otherwise }: Declaration) => {
    const sentence = `${wants.charAt(0).toUpperCase()}${wants.slice(1)}.`
    return `# ${sentence}${otherwise === undefined ? '' : ` Default: ${otherwise}`}\n#${name}=\n`
  }
  return [
    '# Made by `npm run env:example` from the declarations of the settings. Copy it to .env and\n# remove the # of the variables that you set. Variables of the environment take precedence.\n',
    ...declarations().map(entry),
    '# Read by `npm run build` only.\n',
    ...buildDeclarations.map(entry),
  ].join('\n')
}
