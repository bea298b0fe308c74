/** The English of `zh/privacy.ts`. */
import type { privacy as zh } from '#locales/zh/privacy.ts'
import type { Same } from '#locales/words.ts'

export const privacy = {
  scope: {
    title: '1. Who we are and what this covers',
    who: 'The operator of {{product}} (“we”) decides how your personal data is handled and answers for it. The operator’s name is at the foot of the site.',
    what: 'This policy covers the website, the user centre and the translation service. The chat apps you use are run by other companies under their own policies.',
  },
  collect: {
    title: '2. What we collect, and why',
    account:
      'Registration: e-mail address, username and password, and a nickname and invite code if you give them. We use them to open your account, log you in, and send codes and important notices.',
    sub: 'Sub-accounts: the login name and nickname that the main account enters.',
    login:
      'Logins: time, IP address, client type, and the names of your browser and system. They keep your account safe, and you can see them yourself.',
    gift: 'Registration also reads a random number kept in your browser, and the IP address, so that gifts are not taken twice.',
    use: 'Translations: time, number of characters, languages, channel, billing mode, IP address and client type. We use them for charging, accounting and usage charts.',
    order:
      'Orders: package, amount, payment method, state, and the payment company’s reference. Card numbers and payment passwords stay with the payment company; we never see them.',
    space:
      'Work spaces: the customer records that you enter, such as names, contact details, companies and tags. Enter only what you have the right to use.',
    log: 'Server logs: time, path and outcome of requests, IP address and user number. They serve to find faults and fend off attacks, and hold nothing that you typed.',
  },
  content: {
    title: '3. What you translate',
    kept: 'The translation log holds character counts and languages, never the text. A translation is kept for 24 hours, so that repeating a request after a lost connection costs nothing, and is then deleted. The original is not stored.',
    vendor:
      'The original is sent to the provider of the chosen channel (Google, Microsoft, DeepL, Tencent, Youdao or a ChatGPT-style AI). Only the languages go with it, never your name, e-mail address or account.',
    abroad:
      'Servers of Google, Microsoft, DeepL and ChatGPT-style AI may be outside mainland China. With those channels the original leaves mainland China in order to be translated. For text that must not, use Tencent or Youdao.',
  },
  share: {
    title: '4. Who else receives data',
    pay: 'Payment companies (Alipay, WeChat Pay, LianLian Pay): order number, product name and amount. LianLian Pay also needs your user number and IP address for risk control.',
    mail: 'Our mail provider: your e-mail address and the mail, in order to deliver it.',
    main: 'A main account can see its sub-accounts’ login names, nicknames, last logins, quotas, usage, translation logs and the customer records in their work spaces.',
    space: 'Members of a work space can see the customer records in it.',
    none: 'We do not sell personal data. The site has no advertising and no third-party analytics. We disclose data beyond this only where the law requires it.',
  },
  browser: {
    title: '5. What your browser stores',
    store:
      'Language, theme, login state and a few display settings are kept in your browser’s local storage. We use no cookies.',
  },
  time: {
    title: '6. How long we keep it',
    account:
      'Account data, login log and translation log: until the account is closed at the latest.',
    code: 'Codes expire after 10 minutes. A login ends after 7 days without use, or after 30 days.',
    ledger:
      'Orders and accounts: as the law requires, without your personal data once the account is closed.',
    mark: 'After an account is closed, its e-mail address leaves only marks that can’t be turned back into it: one against repeated trials, kept for a year, and one against repeated invitation rewards, kept for good.',
    count: 'Counters against abuse, including IP addresses: deleted within a month.',
  },
  rights: {
    title: '7. Your rights',
    see: 'In the user centre you can see your data and records, correct your nickname, end logins on other devices, and export lists.',
    copy: 'Before you close your account you can export all of your data at once.',
    erase:
      'A main account can be closed by its owner: personal data is deleted at once together with all sub-accounts, and can’t be restored. Users of sub-accounts ask their main account.',
    ask: 'You can also ask us to show, correct or delete data, to explain how we handle it, or withdraw your consent. We answer as soon as we have verified who you are. If you are not satisfied, you can complain to the cyberspace authority.',
  },
  safety: {
    title: '8. Security and minors',
    secret:
      'Of passwords and login tokens we keep only hashes that can’t be reversed. Two-step secrets are stored encrypted.',
    breach: 'If data leaks, we notify you and the authorities as the law requires.',
    minors:
      'The service is for users aged 18 or older. If we find that we hold a minor’s data, we delete it.',
  },
  change: {
    title: '9. Contact and changes',
    contact:
      'You can reach us through the “Contact us” page. Before adding an account, check on this site that it is ours.',
    notice: 'We announce important changes of this policy on the website in advance.',
  },
} satisfies Same<typeof zh>
