/**
 * Tests of bilingual files that depend on neither the texts nor their width, by title: they run in
 * English only. Of the accessibility tests, Chinese runs those of public pages and sign-in on a
 * phone: other pages have the same elements in both languages, and tests/words.test.ts fails on
 * missing texts. Component tests cover checkout and distribution in Chinese.
 */
const titles = [
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
