/**
 * Tests of bilingual files that depend on neither the texts nor their width, by title: they run in
 * English only. Of the accessibility tests, Chinese runs those of whole pages: dialogs and popovers
 * have the same elements in both languages, and tests/words.test.ts fails on missing texts.
 * Component tests cover checkout and distribution in Chinese.
 */
const titles = [
  // operator
  'support can view open payments and refunds but not handle them',
  'an expired session shows the sign-in at the same URL',
  'an operator and a customer are signed in side by side in one browser',
  'customer pages load no code of the operator console',
  'a large adjustment waits for a second operator, and its author can only withdraw it',
  'a second operator approves a large adjustment, which then changes the balance',
  // url-session
  'a session link asks, naming both accounts; declining changes no tab, accepting switches all',
  'a forged or expired session link is reported and changes no tab',
  'a session link to the site signs in, also across the redirect to the user’s language',
  'of duplicate session parameters the first counts; none stays in URL or history or is sent again',
  'an unverifiable session link stores nothing, and a retry signs in',
  // cancel-account
  'an owner reviews and exports the data; cancelling signs out all tabs and sub-accounts',
  'account cancellation passes the accessibility rules in both themes',
  // accessible
  'every dialog of the sub-account list passes the accessibility rules',
  'column menu, toasts and account menu pass the accessibility rules',
  'the date range calendar passes the accessibility rules',
  'missing permission, forbidden page and failed list pass the accessibility rules',
  // site-accessible
  'dialogs, side bar and slides pass the accessibility rules in both themes',
  'contact check and package choice work with the keyboard alone',
  // quota
  'quota is distributed to several sub-accounts at once, to all or none',
  'quota distributed to one sub-account appears in both balances and both logs',
  // quota-accessible
  'quota is distributed and reclaimed with the keyboard alone',
  'every state of the distribution dialog passes the accessibility rules',
  'the account log passes the accessibility rules',
  // two-factor
  'two-factor is enabled, required at sign-in, and disabled with a recovery code',
  // register
  'an invited visitor registers with a mailed code and arrives at the free trial',
  'a forgotten password is reset with the mailed code, and the new password signs in',
  'a password change in the console, by old password or by code, ends the session',
  'a wrong old password is refused; without an e-mail address a code is not offered',
  'registration, password reset and password change pass the accessibility rules',
  // registration
  'each step of the password reset passes the accessibility rules in both themes',
  'a mail server outage is reported at the code field, and sending again succeeds',
  'an invitation is shared by link or QR code; the invited user is rewarded and listed',
  'the reset dialog asks before Escape or its button discards the input',
  'a verification code cannot be resent for a minute, even after a reload',
  'a session link of the desktop client signs in, and the account menu signs out',
  'the sign-out page leads to the login page by keyboard',
  // login
  'a visitor of a console URL is redirected back to it with its query after sign-in',
  // checkout-accessible
  'recharge page and payment dialog pass the accessibility rules',
  'orders, timelines and receipt pass the rules, and the receipt prints on one page',
  // checkout
  'an abandoned QR code payment is completed from the order list with a phone',
  'an order is paid at the URL of its QR code, and another by the Alipay form',
  'a cancelled order is not charged; payments without notification are found by polling',
  'a sub-account can neither open nor call recharge and orders',
  // site-no-script
  'the selected package has the trial link, and answers of the FAQ expand',
  'slides, side bar contacts and the contact check dialog work without scripts',
  'unknown paths redirect to the home page; unknown files are 404',
  'sitemap and structured data list every page, the FAQ and the packages',
]

const escaped = titles.map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))

/** Matches them in Playwright's full title: project, file, describe blocks, test. */
export const inOneLanguage = new RegExp(`(^|\\s)(${escaped.join('|')})$`)
