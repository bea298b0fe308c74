/** English version of `zh/agreement.ts`. */
import type { agreement as zh } from '#locales/zh/agreement.ts'
import type { Same } from '#locales/words.ts'

export const agreement = {
  about: {
    title: '1. This agreement and the service',
    what: 'This is an agreement between you and Yiqiao. Yiqiao translates chat text, voice and images, and gives you a console for your accounts, your quota and your records.',
    accept:
      'You accept it by ticking the box when you register, or by logging in. If you do not agree, please do not register.',
    change:
      'We announce changes on the website in advance. If you use the service after a change, you accept it.',
  },
  who: {
    title: '2. Who may use it',
    age: 'You must be {{minimumAge}} or older.',
    place: 'The service is for use in mainland China only.',
    law: 'Follow the law. Do not use the service for fraud, harassment, infringement or any other unlawful purpose, or we may disable your account.',
  },
  account: {
    title: '3. Your account',
    email:
      'Main accounts are registered by email, one account per address. Codes and important notifications are sent to that address.',
    secret:
      'Keep your password and codes to yourself. You are responsible for everything done with your account.',
    contact:
      'If your contact details change, give us the new ones within {{contactDays}} working days. Otherwise you bear any resulting loss.',
    sub: 'A main account can add sub-accounts and distribute quota to them, and is responsible for how they are used.',
  },
  fees: {
    title: '4. Fees',
    currency:
      'All prices are in RMB and paid in RMB. The amount shown when you pay is the one that counts.',
    trial:
      'A new account gets {{trialCharacters}} characters, valid for {{trialDays}} days. If you were invited, you get {{rewardCharacters}} more, once per person.',
    characters:
      'Billing per character: each successful translation is charged by the number of characters in the original. A failed translation costs nothing.',
    time: 'Billing per month: while your package is valid, translating text uses no characters. Once it has expired, you need to renew it.',
    units: 'Voice and images have separate quotas, charged per use and per image.',
    channel:
      'Translation channels have different prices, so a change may change your remaining quota. You see the result before you confirm.',
    log: 'Every charge and change is recorded in your account log, where you can check it at any time. If you have questions, contact support.',
  },
  data: {
    title: '5. Your content',
    vendors:
      'To translate a text, we send it to the provider of the channel you chose. Do not submit secrets that must not leave your organisation.',
    result:
      'Translations are made by machines and can be wrong. Have a person check them before you rely on them, for example for contracts or medical texts.',
    marks:
      'To prevent repeated rewards, registration stores a random number from your browser, and a rewarded email address leaves a mark that can’t be turned back into the address and remains after the account is deleted.',
    kept: 'We keep records of logins, orders and charges for accounting and to keep your account safe.',
  },
  leaving: {
    title: '6. Deleting your account',
    cancel: 'You can delete a main account in the console. You need your password to do so.',
    subs: 'Deleting a main account deletes all its sub-accounts. This can’t be undone.',
    rest: 'Any remaining quota is lost. Orders and accounting records are kept as the law requires, without your personal data.',
  },
  liability: {
    title: '7. Liability',
    service:
      'We do our best to keep the service running. If it is interrupted by networks, translation providers or force majeure, we restore it as soon as we can and charge nothing for translations that were not made.',
    dispute:
      'We first try to settle disputes by talking to each other. If that fails, the law of the People’s Republic of China applies.',
  },
} satisfies Same<typeof zh>
