/** English version of `zh/site/download.ts`. */
import type { download as zh } from '#locales/zh/site/download.ts'
import type { Same } from '#locales/words.ts'

export const download = {
  title: 'Download',
  description:
    'Download the client for your system, log in with the same account, and translate right inside the chat apps you use.',
  headline: 'Download the client',
  lead: 'Choose your system. Log in with the same account to find your quota and settings.',
  version: 'Version {{version}}',
  get: 'Download',
  getNamed: 'Download {{name}}',
  choose: 'Choose a version',
  chooseNamed: 'Choose a version of {{name}}',
  close: 'Close',
  none: 'Couldn’t load the downloads. Please refresh the page later, or scan a code to ask sales for one.',
  after: 'Once it is installed',
  first:
    'Log in with your username or email. Sub-accounts use the name that their main account gave them.',
  second: 'Add your chat apps, choose both languages, and turn on two-way translation.',
  third: 'If something is unclear, read the docs or scan a code to contact support.',
  guide: 'Read the docs',
  newTab: '(opens in a new tab)',
} satisfies Same<typeof zh>
