/** English version of `zh/privacy.ts`. */
import type { privacy as zh } from '#locales/zh/privacy.ts'
import type { Same } from '#locales/words.ts'

export const privacy = {
  scope: {
    title: '1. Who we are and what this covers',
    who: 'The operator of {{product}} (“we”) decides how your personal data is handled and is responsible for it. The operator’s name is at the bottom of every page.',
    what: 'This policy covers the website, the user centre and the translation service. The chat apps you use are run by other companies under their own policies.',
  },
  collect: {
    title: '2. What we collect, and why',
    account:
      'Registration: email address, username and password, and a nickname and invitation code if you enter them. We use them to create your account, log you in, and send codes and important notifications.',
    sub: 'Sub-accounts: the login name and nickname that the main account enters.',
    login:
      'Logins: time, IP address, client, and the names of your browser and operating system. They keep your account safe, and you can view them yourself.',
    gift: 'Registration also uses a random number stored in your browser and your IP address, to prevent repeated rewards.',
    use: 'Translations: time, number of characters, languages, channel, billing mode, IP address and client type. We use them for charging, accounting and usage charts.',
    order:
      'Orders: package, amount, payment method, status, and the payment company’s reference. Card numbers and payment passwords stay with the payment company. We never see them.',
    space:
      'Workspace: the customer contacts that you enter, such as names, contact details, companies and tags. Enter only what you have the right to use.',
    log: 'Server logs: time, path and result of requests, IP address and user number. We use them to find faults and prevent attacks. They contain nothing that you type.',
  },
  content: {
    title: '3. What you translate',
    kept: 'The translation log contains character counts and languages, never the text. A translation is kept for {{replayHours}} hours, so that repeating a request after a lost connection costs nothing, and is then deleted. The original is not stored.',
    vendor:
      'The original is sent to the provider of the channel you chose (Google, Microsoft, DeepL, Tencent, Youdao or a ChatGPT-style AI). Only the languages are sent with it, never your name, email address or account.',
    abroad:
      'Servers of Google, Microsoft, DeepL and ChatGPT-style AI may be outside mainland China. With these channels, the original leaves mainland China to be translated. For text that must not leave, use Tencent or Youdao.',
  },
  share: {
    title: '4. Who else receives data',
    pay: 'Payment companies (Alipay, WeChat Pay, LianLian Pay): order number, product name and amount. LianLian Pay also needs your user number and IP address for risk control.',
    mail: 'Our email provider: your email address and the email, in order to deliver it.',
    main: 'A main account can see its sub-accounts’ login names, nicknames, last logins, quotas, usage, translation logs and the contacts in their spaces.',
    space: 'Members of a space can see the contacts in it.',
    none: 'We do not sell personal data. The site has no advertising and no third-party analytics. We disclose other data only where the law requires it.',
  },
  browser: {
    title: '5. What your browser stores',
    store:
      'Your language, theme, login state and a few display settings are stored in your browser. We use no cookies.',
  },
  time: {
    title: '6. How long we keep it',
    account:
      'Account data, login log and translation log: until the account is deleted at the latest.',
    code: 'Codes expire after {{codeMinutes}} minutes. A login ends after {{sessionIdleDays}} days without use, or after {{sessionDays}} days.',
    ledger:
      'Orders and accounting records: as the law requires, without your personal data once the account is deleted.',
    mark: 'After an account is deleted, its email address leaves only marks that can’t be turned back into it: one against repeated trials, kept for {{formerEmailDays}} days, and one against repeated invitation rewards, kept permanently.',
    count:
      'Counters that prevent abuse, including IP addresses: deleted within {{counterDays}} days.',
  },
  rights: {
    title: '7. Your rights',
    see: 'In the user centre you can view your data and records, correct your nickname, log out other devices, and export lists.',
    copy: 'Before you delete your account, you can export all your data at once.',
    erase:
      'The owner of a main account can delete it: personal data is deleted at once together with all sub-accounts, and can’t be restored. Users of sub-accounts ask their main account.',
    ask: 'You can also ask us to show, correct or delete data, to explain how we handle it, or to accept the withdrawal of your consent. We answer as soon as we have verified who you are. If you are not satisfied, you can complain to the cyberspace authority.',
  },
  safety: {
    title: '8. Security and minors',
    secret:
      'We store only irreversible hashes of passwords and login tokens. Two-step verification secrets are stored encrypted.',
    breach: 'If data leaks, we notify you and the authorities as the law requires.',
    minors:
      'The service is for users aged {{minimumAge}} or older. If we find that we have a minor’s data, we delete it.',
  },
  change: {
    title: '9. Contact and changes',
    contact:
      'You can reach us through the “Contact us” page. Before you add an account, verify on this site that it is ours.',
    notice: 'We announce important changes to this policy on the website in advance.',
  },
} satisfies Same<typeof zh>
