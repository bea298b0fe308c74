/** Leaving for good: what goes, one's data to take along, and the goodbye. */
import type { leaving as zh } from '#locales/zh/leaving.ts'
import type { Same } from '#locales/words.ts'

export const leaving = {
  link: 'Delete account',
  title: 'Delete account',
  warning:
    'This can’t be undone. Your account and all its sub-accounts are logged out and disabled at once. Your remaining quota expires and can’t be refunded or transferred.',
  whatGoes: 'What you will lose',
  goes: {
    quota: 'Quota left',
    chars: '{{amount}} characters',
    until: 'membership until {{at}}',
    voices: '{{amount}} voice translations',
    images: '{{amount}} images',
    ofSubs:
      'with sub-accounts: {{chars}} characters, {{voices}} voice translations, {{images}} images',
    subs: 'Sub-accounts',
    subCount_one: '{{shown}}, deleted with yours:',
    subCount_other: '{{shown}}, deleted with yours:',
    more_one: 'and {{shown}} more',
    more_other: 'and {{shown}} more',
    orders: 'Unpaid orders',
    orderCount_one:
      '{{count}}, closed first. Should it have been paid just now, you get what you paid for and are asked again:',
    orderCount_other:
      '{{count}}, closed first. Should one have been paid just now, you get what you paid for and are asked again:',
    spaces: 'Work spaces',
    spaceCount_one: 'your space with its {{contacts}} contacts',
    spaceCount_other: 'your {{count}} spaces with their {{contacts}} contacts',
    data: 'Personal data',
    dataWhat:
      'Your e-mail address, username, nickname, login log, translation log, notices, settings and invitation link.',
    none: 'none',
    unknown: 'Could not be loaded just now. It is still deleted with your account.',
  },
  stays:
    'Only order and quota records are kept, without personal data. The same e-mail address can register again, but gets no second trial and no invitation reward.',
  data: {
    heading: 'Take your data with you',
    help: 'Your account, sub-accounts, orders, account log, login log, translation log and contacts, in one file.',
    title: '{{product}} · my data',
    made: 'Saved {{at}} ({{zone}})',
    file: 'my-data-{{name}}',
    page: 'As a page to read',
    json: 'As JSON for programs',
    progress: 'Reading {{part}}, {{rows}} rows so far',
    saved: 'Saved, {{rows}} rows.',
    stopped: 'Stopped; no file was saved.',
    failed: 'It could not be saved.',
    fields: {
      'memberGroup-name': 'Membership',
      'memberAccount-usableCharNum': 'Characters left',
      'memberAccount-usableVoiceNum': 'Voice left',
      'memberAccount-usableImageNum': 'Images left',
      'memberAccount-usedCharTotal': 'Characters used',
      'memberAccount-rechargeAmountTotal': 'Total recharge',
      'memberAccount-expireDateTime': 'Valid until',
      inviteCode: 'Invite code',
      inviteCount: 'People invited',
      name: 'Name',
      ownerName: 'Owner',
      memberCount: 'Members',
      contactCount: 'Contacts',
    },
    parts: {
      profile: 'Account',
      subAccounts: 'Sub-accounts',
      orders: 'Orders',
      accountLog: 'Account log',
      loginLog: 'Login log',
      translationLog: 'Translation log',
      spaces: 'Work spaces',
      contacts: 'Contacts',
    },
  },
  form: {
    heading: 'Are you sure?',
    name: 'Type your account name: {{name}}',
    nameMissing: 'Enter your account name',
    nameWrong: 'That is not this account. Enter your username or e-mail address.',
    password: 'Password',
    passwordMissing: 'Enter your password',
    stay: 'Keep my account',
    submit: 'Delete my account for good',
    working: 'Deleting',
  },
  gone: {
    title: 'Your account has been deleted',
    help: 'Your account, its sub-accounts and your personal data are gone, and every device is logged out. A confirmation is on its way to your mailbox. Thank you for using our service.',
    home: 'Go to the home page',
  },
} satisfies Same<typeof zh>
