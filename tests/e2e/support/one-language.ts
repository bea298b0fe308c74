/**
 * Tests of bilingual files that depend on neither words nor their width, by the start of the title:
 * they run in English alone. Of the rules of accessibility, Chinese keeps every page of the site and
 * of the console; what opens over them has the same elements in both languages, and no label lacks
 * a text in one of them (tests/words.test.ts). The component tests have the checkout and the
 * distribution in Chinese.
 */
const titles = [
  // operator
  'support opens open payments',
  'an ended session leads to',
  'an operator and a customer',
  'the customers’ pages load',
  'a large adjustment waits',
  'a second operator approves',
  // url-session
  'the link asks, naming',
  'Escape stays, in',
  'agreeing switches',
  'a page of the public site asks',
  'a forged or ended link',
  'the same user is not asked',
  'a link on the site signs in',
  'of a parameter given twice',
  'while the link can not be verified',
  // sub-accounts
  'a name taken',
  'the drawer names',
  'of two browsers',
  'a form that was changed',
  'a password is reset',
  'shutting one out',
  'with nothing selected',
  'several are selected',
  'an account without sub-accounts',
  // cancel-account
  'an owner sees what goes',
  'no view of leaving breaks',
  // sessions
  'a browser elsewhere is listed',
  // notices
  'an urgent notice is a dialog',
  'a withdrawn announcement',
  // accessible
  'over the list: every dialog',
  'over the list: columns',
  'the calendar of a time range',
  'a permission that is missing',
  // site-accessible
  'nothing that opens breaks',
  'the keyboard alone suffices',
  // workspace
  'the work space, its forms',
  'the work space of a sub-account, narrow',
  'a space is opened, filled',
  'who is invited hears',
  'errors are shown, and a deleted space',
  // quota
  'an owner gives to many',
  'an owner gives to one',
  // quota-accessible
  'quota is given and taken back with the keyboard',
  'distribution in all its states',
  'themes the account log',
  // translating
  'nothing is sent without a language',
  'channels are compared',
  'an owner sees what everybody',
  // two-factor
  'turned on by password',
  // register
  'an invited visitor goes',
  'a forgotten password',
  'a password is changed in the console',
  'a wrong old password',
  'no view of these breaks',
  // registration
  'the three steps back in',
  'a mail server that is down',
  'an owner hands on',
  'a typed value of the reset',
  'in the console a code',
  'handed over by the desktop',
  'the page of leaving says',
  // login
  'a sign-in without',
  'a visitor of a console page',
  'a sub-account signs in',
  'the agreement opens',
  'an unreachable server',
  // overview
  'the overview of every kind of account',
  'asking before automatic distribution',
  'the books are shown',
  'each day of the chart',
  'a threshold that is passed',
  // profile
  'a new nickname is saved',
  'what is typed and not saved',
  'the page looks the same',
  'beside the nickname',
  // checkout-accessible
  'choosing and paying',
  'orders, their stories',
  // checkout
  'bought by a code',
  'paid at the address',
  'a cancelled order costs nothing',
  'a sub-account reaches neither',
  // site-bare
  'the chosen package is',
  'slides are chosen',
  'unknown addresses lead home',
  'search engines find every page',
]

const escaped = titles.map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))

/** Matches them in Playwright's full title: project, file, describe blocks, test. */
export const inOneLanguage = new RegExp(`(^|\\s)(${escaped.join('|')})`)
