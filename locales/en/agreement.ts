/** The English of `zh/agreement.ts`. */
import type { agreement as zh } from '#locales/zh/agreement.ts'
import type { Same } from '#locales/words.ts'

export const agreement = {
  about: {
    title: '1. This agreement and the service',
    what: 'This is an agreement between you and Yiqiao. Yiqiao translates chat text, voice and images, and gives you a console for your accounts, your quota and your records.',
    accept:
      'You accept it by ticking the box when you register, or by logging in. If you do not agree, please do not register.',
    change:
      'We announce changes on the website in advance. By using the service after a change you accept it.',
  },
  who: {
    title: '2. Who may use it',
    age: 'You must be 18 or older.',
    place: 'The service is for use in mainland China only.',
    law: 'Keep to the law. Do not use the service for fraud, harassment, infringement or anything else unlawful, or we may disable the account.',
  },
  account: {
    title: '3. Your account',
    email:
      'Main accounts are registered by e-mail, one account per address. Codes and important notices go to that address.',
    secret:
      'Keep your password and codes to yourself. What is done with your account counts as done by you.',
    contact:
      'When your contact details change, give us the new ones within three working days. Otherwise you bear the loss that comes of it.',
    sub: 'A main account can open sub-accounts and give them quota, and answers for how they are used.',
  },
  fees: {
    title: '4. What it costs',
    currency:
      'All prices are in RMB and paid in RMB. The amount shown when you pay is the one that counts.',
    trial:
      'A new account gets {{characters}} characters, good for {{days}} days. If you were invited, you get {{reward}} more, once for each person.',
    characters:
      'Billed by characters: each translation that succeeds takes the number of characters of the original. One that fails costs nothing.',
    time: 'Billed by time: while your package is valid, translating text takes no characters. When it has expired, you renew it.',
    units: 'Voice and images are taken from quotas of their own, per use and per image.',
    channel:
      'Translation channels have different prices, so switching may change what you have left. You see the result before you confirm.',
    log: 'Every deduction and change stands in your account log, for you to check at any time. If in doubt, contact customer service.',
  },
  data: {
    title: '5. Your content',
    vendors:
      'To be translated, a text is sent to the provider of the channel you chose. Do not submit secrets that must not leave your house.',
    result:
      'Translations are made by machines and can be wrong. Have a person check them before you rely on them, for a contract or in medicine, say.',
    marks:
      'So that gifts are not taken twice, registering notes a random number of the browser, and a mailbox that was rewarded leaves a mark, which can’t be turned back into the address and stays after the account is deleted.',
    kept: 'We keep records of logins, orders and deductions, for the accounts to add up and to keep your account safe.',
  },
  leaving: {
    title: '6. Closing your account',
    cancel: 'You can close a main account in the console. You are asked for your password.',
    subs: 'Closing a main account deletes all its sub-accounts. This cannot be undone.',
    rest: 'What quota is left is lost. Orders and accounts are kept as the law requires, without your personal data.',
  },
  liability: {
    title: '7. Liability',
    service:
      'We do our best to keep the service running. When networks, translation providers or force majeure interrupt it, we restore it as soon as we can, and charge nothing for translations that were not made.',
    dispute:
      'Disputes are first settled by talking. Failing that, the law of the People’s Republic of China applies.',
  },
} satisfies Same<typeof zh>
