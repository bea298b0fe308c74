/** The text of .env.example, made from the declarations of the settings. */
import { listDeclarations, type Declaration } from '#server/platform/config/declarations.ts'

/** Variables that only `npm run build` reads, for pages that another server serves. */
const buildDeclarations: readonly Declaration[] = [
  { name: 'VITE_API_BASE', expected: 'the address of another backend', defaultValue: '/api' },
  { name: 'VITE_SITE_ORIGIN', expected: 'the address that users type' },
  { name: 'VITE_TIME_ZONE', expected: 'the server’s time zone', defaultValue: 'Asia/Shanghai' },
]

export function createEnvExample(): string {
  const entry = ({ name, expected, defaultValue }: Declaration) => {
    const sentence = `${expected.charAt(0).toUpperCase()}${expected.slice(1)}.`
    return `# ${sentence}${defaultValue === undefined ? '' : ` Default: ${defaultValue}`}\n#${name}=\n`
  }
  return [
    '# Made by `npm run env:example` from the declarations of the settings. Copy it to .env and\n# remove the # of the variables that you set. Variables of the environment take precedence.\n',
    ...listDeclarations().map(entry),
    '# Read by `npm run build` only.\n',
    ...buildDeclarations.map(entry),
  ].join('\n')
}
