/** The tutorial’s topics about the account: from registering to inviting others. */
import type { topicsStart as zh } from '#locales/zh/site/topics-start.ts'
import type { Same } from '#locales/words.ts'

export const topicsStart = {
  register: {
    title: 'Registration and login',
    description:
      'Register a main account by e-mail, log in by e-mail or username, and set a new password by a mailed code.',
    lead: 'One e-mail address makes one main account, and the same account works on the web and in the client.',
    one: {
      title: 'Register',
      text: 'Press “Register” and fill in a username, your e-mail address and a password. A username has 2 to 32 characters and starts with a letter; a password has 6 to 32. If you came through an invite link, its code is kept for you.',
    },
    two: {
      title: 'Get the code',
      text: 'Press “Send code” and enter what arrives in your mailbox. If nothing comes, look among the junk mail; after 60 seconds you can send it again.',
    },
    three: {
      title: 'Log in',
      text: 'Log in with your e-mail address or username. A sub-account logs in with the name its main account gave it and needs no e-mail address.',
    },
    four: {
      title: 'Forgot the password',
      text: 'Press “Forgot your password?” on the login page, enter your e-mail address or username, and set a new password with the code. All devices that were logged in are logged out.',
    },
    note: 'A new account comes with {{trialCharacters}} trial characters, good for {{trialDays}} days. Registering by an invite link adds {{rewardCharacters}} more.',
  },
  install: {
    title: 'Download and install',
    description:
      'Choose your system on the download page, install the client and log in with the same account.',
    lead: 'The client is for chatting and translating; the user centre is for accounts, recharging and records.',
    one: {
      title: 'Choose a version',
      text: 'Open the download page and choose the package for your system. Where a system has several, you are asked which one.',
    },
    two: {
      title: 'Install',
      text: 'Open the file and follow the steps. When the system asks whether to allow it, make sure the file came from this site.',
    },
    three: {
      title: 'Log in to the client',
      text: 'Log in with your e-mail address or username. From the client you enter the user centre without typing your password again.',
    },
    four: {
      title: 'Keep it current',
      text: 'The download page names each version. To update, install the new one over the old; nothing in your account changes.',
    },
    note: 'Get the client from the download page only, never from a file that somebody forwards.',
  },
  recharge: {
    title: 'Membership and recharge',
    description: 'Read what is left, until when, and by which channel; choose a package and pay.',
    lead: 'The overview tells how much is left and how long it lasts; the recharge page tells what you will have after paying.',
    one: {
      title: 'See what is left',
      text: 'The overview lists remaining characters, voice and image units or the end of your monthly plan, and the usage of the last 30 days.',
    },
    two: {
      title: 'Choose a package',
      text: 'Character packages are used up by what you translate and never expire. Monthly packages have unlimited characters while they run.',
    },
    three: {
      title: 'Check, then pay',
      text: 'The order shows your quota before and after. When billing or channel changes, what is left is converted at equal value and shown before you agree.',
    },
    four: {
      title: 'Pay',
      text: 'Scan the code or pay on the platform’s page, and the quota arrives by itself. It does so even if you close the page; the order list shows every step.',
    },
    note: 'Set a low-balance alert, and you are told by notice and mail when fewer characters are left than you want.',
  },
  subAccounts: {
    title: 'Sub-accounts',
    description:
      'Open sub-accounts for your team, give them characters, voice and image units, take them back or shut them out.',
    lead: 'One main account for the team, one sub-account for each person, quota and records kept apart.',
    one: {
      title: 'Add',
      text: 'Press “Add sub-account” and fill in a name and a password. No e-mail address is needed.',
    },
    two: {
      title: 'Distribute',
      text: 'Choose one sub-account or several and enter how many characters, voice and image units each gets. Both balances are shown before and after.',
    },
    three: {
      title: 'Automatic distribution',
      text: 'With it on, a sub-account that runs short draws just what it lacks from the main account.',
    },
    four: {
      title: 'Disable or delete',
      text: 'A disabled sub-account is logged out at once. Deleting one returns its quota to the main account and can’t be undone.',
    },
    note: 'Character packages allow sub-accounts; monthly packages and the free trial do not.',
  },
  promotion: {
    title: 'Promotion rewards',
    description:
      'Send your invite link to a friend, who gets {{rewardCharacters}} characters on registering.',
    lead: 'Every main account has an invitation code and a link of its own.',
    one: {
      title: 'Find your link',
      text: 'The overview has your code, how many people you have invited, and a text ready to copy.',
    },
    two: {
      title: 'Send it',
      text: 'Whoever follows the link keeps the code from page to page until they have registered.',
    },
    three: {
      title: 'The reward',
      text: 'Besides the trial, your friend’s account gets {{rewardCharacters}} characters, which the account log calls an invitation reward.',
    },
    note: 'Each friend is rewarded once. One browser is rewarded once in {{browserDays}} days, one network {{network}} times a day, and one inviter brings at most {{inviter}} rewards a day. New users who get no reward see the reason after registering.',
  },
  userCenter: {
    title: 'User centre',
    description:
      'Overview, personal data, login log, account log, translation log: everything about an account can be looked up.',
    lead: 'Open the user centre in a browser on a computer; a phone will ask you to.',
    one: {
      title: 'Overview',
      text: 'How much is left, how long it lasts and what needs you, on one page.',
    },
    two: {
      title: 'Three logs',
      text: 'The login log tells when and from where, the account log every change of your quota, the translation log the languages and cost of every translation.',
    },
    three: {
      title: 'Filter and export',
      text: 'Every list can be filtered, and the exported file holds exactly what you see.',
    },
    four: {
      title: 'Notices',
      text: 'Payments, low balances, quota received and logins from new places show up under the bell at the top right.',
    },
    note: 'If the login log shows an address you don’t know, change your password at once.',
  },
} satisfies Same<typeof zh>
