/** English version of `zh/site/topics-start.ts`. */
import type { topicsStart as zh } from '#locales/zh/site/topics-start.ts'
import type { Same } from '#locales/words.ts'

export const topicsStart = {
  register: {
    title: 'Registration and login',
    description:
      'Register a main account by email, log in with your email or username, and reset your password with an email code.',
    lead: 'One email address registers one main account. The same account works on the web and in the client.',
    one: {
      title: 'Register',
      text: 'Press “Register” and enter a username, your email address and a password. A username has {{nameMin}} to {{nameMax}} characters and starts with a letter. A password has {{passwordMin}} to {{passwordMax}}. If you came through an invitation link, its code is kept for you.',
    },
    two: {
      title: 'Get the code',
      text: 'Press “Send code” and enter the code from your inbox. If nothing arrives, check your spam folder. After {{codeWaitSeconds}} seconds you can send it again.',
    },
    three: {
      title: 'Log in',
      text: 'Log in with your email address or username. A sub-account logs in with the name that its main account gave it and needs no email address.',
    },
    four: {
      title: 'Reset your password',
      text: 'Press “Forgot your password?” on the login page, enter your email address or username, and set a new password with the code. All logged-in devices are logged out.',
    },
    note: 'A new account comes with {{trialCharacters}} trial characters, valid for {{trialDays}} days. Registering through an invitation link adds {{rewardCharacters}} more.',
  },
  install: {
    title: 'Download and install',
    description:
      'Choose your system on the download page, install the client and log in with the same account.',
    lead: 'Chat and translate in the client. Manage accounts, recharges and records in the user centre.',
    one: {
      title: 'Choose a version',
      text: 'Open the download page and choose the version for your system. If there are several, you are asked which one.',
    },
    two: {
      title: 'Install',
      text: 'Open the file and follow the steps. When the system asks for permission, make sure that the file came from this site.',
    },
    three: {
      title: 'Log in to the client',
      text: 'Log in with your email address or username. From the client, you can open the user centre without entering your password again.',
    },
    four: {
      title: 'Stay up to date',
      text: 'The download page shows the current version. To update, install the new version over the old one. Your account is not affected.',
    },
    note: 'Get the client from the download page only, never from a forwarded file.',
  },
  recharge: {
    title: 'Membership and recharge',
    description:
      'See your remaining quota, expiry date and channel, then choose a package and pay.',
    lead: 'The overview shows how much is left and how long it lasts. The recharge page shows what you will have after payment.',
    one: {
      title: 'Check your quota',
      text: 'The overview shows your remaining characters, voice units and images or the expiry date of your monthly package, and your usage in the last {{usageDays}} days.',
    },
    two: {
      title: 'Choose a package',
      text: 'With a character package, you pay for what you translate, and characters never expire. With a monthly package, characters are unlimited while it is valid.',
    },
    three: {
      title: 'Check your order',
      text: 'The order shows your quota before and after payment. When billing or channel changes, your remaining quota is converted at equal value and shown before you agree.',
    },
    four: {
      title: 'Pay',
      text: 'Scan the code or pay on the payment platform’s page, and your quota is credited automatically, even if you close the page. Your orders show every step.',
    },
    note: 'Set a low-balance alert to get a notification and an email when your characters fall below the number you choose.',
  },
  subAccounts: {
    title: 'Sub-accounts',
    description:
      'Add sub-accounts for your team, distribute characters, voice units and images, reclaim them, or disable a sub-account.',
    lead: 'One main account for the team and one sub-account for each person, with separate quotas and records.',
    one: {
      title: 'Add',
      text: 'Press “Add sub-account” and enter a name and a password. No email address is needed.',
    },
    two: {
      title: 'Distribute',
      text: 'Choose one or more sub-accounts and enter how many characters, voice units and images each gets. You see all balances before and after.',
    },
    three: {
      title: 'Automatic distribution',
      text: 'When it is on, a sub-account that runs short draws what it needs from the main account.',
    },
    four: {
      title: 'Disable or delete',
      text: 'A disabled sub-account is logged out at once. Deleting one returns its quota to the main account and can’t be undone.',
    },
    note: 'Character packages support sub-accounts. Monthly packages and the free trial do not.',
  },
  promotion: {
    title: 'Invitation rewards',
    description:
      'Send your invitation link to a friend, who gets {{rewardCharacters}} characters after registering.',
    lead: 'Every main account has its own invitation code and link.',
    one: {
      title: 'Find your link',
      text: 'The overview shows your code, how many people you have invited, and a message ready to copy.',
    },
    two: {
      title: 'Send it',
      text: 'When someone opens the link, the code is kept from page to page until they register.',
    },
    three: {
      title: 'Reward',
      text: 'In addition to the trial, your friend’s account gets {{rewardCharacters}} characters, shown in the account log as an invitation reward.',
    },
    note: 'Each friend is rewarded once. Limits: one reward per browser every {{browserDays}} days, {{network}} a day per network, and {{inviter}} a day per inviter. New users who get no reward see the reason after registering.',
  },
  userCenter: {
    title: 'User centre',
    description:
      'Overview, personal data, login log, account log, translation log: everything about your account in one place.',
    lead: 'Open the user centre in a browser on a computer. Phones are not supported.',
    one: {
      title: 'Overview',
      text: 'See how much is left, how long it lasts and what needs attention on one page.',
    },
    two: {
      title: 'Three logs',
      text: 'The login log shows when and where you logged in, the account log every change to your quota, and the translation log the languages and cost of every translation.',
    },
    three: {
      title: 'Filter and export',
      text: 'You can filter every list, and the exported file contains exactly what you see.',
    },
    four: {
      title: 'Notifications',
      text: 'Payments, low balances, received quota and logins from new IP addresses appear under the bell at the top right.',
    },
    note: 'If the login log shows an IP address you don’t recognise, change your password at once.',
  },
} satisfies Same<typeof zh>
