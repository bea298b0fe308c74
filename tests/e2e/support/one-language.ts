/**
 * Tests of bilingual files that depend on neither the texts nor their width, by title: they run in
 * English only. Of the accessibility tests, Chinese runs those of whole pages: dialogs and popovers
 * have the same elements in both languages, and tests/words.test.ts fails on missing texts.
 * Component tests cover checkout and distribution in Chinese.
 */
const titles = [
  // url-session
  'a session link asks, naming both accounts; declining changes no tab, accepting switches all',
  'a forged or expired session link is reported and changes no tab',
  'a session link to the site signs in, also across the redirect to the user’s language',
  'of duplicate session parameters the first counts; none stays in URL or history or is sent again',
  'an unverifiable session link stores nothing, and a retry signs in',
  // accessible
  'every dialog of the sub-account list passes the accessibility rules',
  'column menu, toasts and account menu pass the accessibility rules',
  'the date range calendar passes the accessibility rules',
  'missing permission, forbidden page and failed list pass the accessibility rules',
  // site-accessible
  'dialogs, side bar and slides pass the accessibility rules in both themes',
  'contact check and package choice work with the keyboard alone',
  // login
  'a visitor of a console URL is redirected back to it with its query after sign-in',
  // site-phone
  'the menu needs no script',
  // site-no-script
  'the selected package has the trial link, and answers of the FAQ expand',
  'slides, side bar contacts and the contact check dialog work without scripts',
  'unknown paths redirect to the home page; unknown files are 404',
  'sitemap and structured data list every page, the FAQ and the packages',
]

const escaped = titles.map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))

/** Matches them in Playwright's full title: project, file, describe blocks, test. */
export const inOneLanguage = new RegExp(`(^|\\s)(${escaped.join('|')})$`)
