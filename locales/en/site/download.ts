/** The English of `zh/site/download.ts`. */
import type { download as zh } from '#locales/zh/site/download.ts'
import type { Same } from '#locales/words.ts'

export const download = {
  title: 'Download',
  description:
    'Download the client for your system, log in with the same account, and translate right inside the chat apps you use.',
  headline: 'Download the client',
  lead: 'Choose your system. Log in with the same account and your quota and settings are there.',
  version: 'Version {{version}}',
  get: 'Download',
  getNamed: 'Download {{name}}',
  choose: 'Choose a version',
  chooseNamed: 'Choose a version of {{name}}',
  close: 'Close',
  none: 'The downloads can’t be read right now. Please refresh the page later, or scan a code to ask sales for one.',
  after: 'Once it is installed',
  first:
    'Log in with your username or e-mail; sub-accounts use the name their main account gave them.',
  second: 'Add your chat apps, choose both languages, and switch two-way translation on.',
  third: 'If something is unclear, read the use docs or scan a code for support.',
  guide: 'Read the use docs',
  newTab: '(opens in a new tab)',
} satisfies Same<typeof zh>
