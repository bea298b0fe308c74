/** English version of `zh/resources.ts`. */
import type { resources as zh } from '#locales/zh/resources.ts'
import type { Same } from '#locales/words.ts'

export const resources = {
  overview: {
    title: 'Overview',
    help: 'Your balance, usage and account details.',
  },
  exit: { title: 'Log out', help: 'End this session.' },
  profile: {
    title: 'Personal data',
    help: 'Your nickname appears in the account menu and in the logs.',
    failed: { update: 'Couldn’t save the change' },
    done: { update: 'Changed successfully' },
  },
  changePassword: {
    title: 'Change password',
    help: 'After the change, you are logged out everywhere and log in again with the new password.',
    forms: {
      changePassword: 'With your current password',
      resetPassword: 'With a code sent to your email',
    },
    fields: { password: 'New password' },
    actions: { changePassword: 'Change password', resetPassword: 'Change password' },
    done: {
      changePassword: 'Changed successfully, please log in again',
      resetPassword: 'Changed successfully, please log in again',
    },
  },
  secondStep: {
    title: 'Two-step verification',
    help: 'Log in with your password and a code from an app on your phone, so that a leaked password alone is not enough.',
  },
  sessions: {
    title: 'Logged-in devices',
    help: 'Devices where this account is logged in. If you don’t recognise one, log it out and change your password.',
    empty: 'No logged-in devices',
    fields: { device: 'Device', loginIp: 'IP address', usedDateTime: 'Last used' },
    actions: { end: 'Log out' },
    confirm: { end: 'Log {{name}} out?' },
    done: { end: 'Logged out' },
  },
  loginLog: {
    title: 'Login log',
    help: 'When and where this account logged in. If you don’t recognise a login, change your password at once.',
    empty: 'No logins yet',
  },
  invites: {
    title: 'Invitation history',
    help: 'Who registered through your invitation, and whether they got the reward. Usernames show only the first and last character, and nothing once the account is deleted.',
    empty:
      'No one has registered through your invitation yet. Your link and QR code are on the overview.',
    fields: { name: 'Username', reward: 'Reward' },
  },
  recharge: {
    title: 'Recharge',
    help: 'Choose a package and a payment method. You see your new balance before you pay, and it is credited at once.',
  },
  accountLog: {
    title: 'Account log',
    help: 'Every change to your quota and expiry date: before, after, why and by whom.',
    empty: 'No changes of this type in this period',
    fields: {
      logType: 'Log type',
      createDateTime: 'Time',
      change: 'Change',
      story: 'Details',
      charNum: 'Characters',
      voiceNum: 'Voice',
      imageNum: 'Images',
      charChangeNum: 'Character change',
      voiceChangeNum: 'Voice change',
      imageChangeNum: 'Image change',
      expireDateTime: 'Expiry',
      tranChannelId: 'Channel',
      rechargeOrderByMemberGroupNo: 'Order number',
      consumeTranChannelId: 'Channel used',
      consumerIp: 'IP address',
      managerName: 'Done by',
      childUserName: 'Sub-account',
    },
  },
  orders: {
    title: 'Orders',
    help: 'Paid, but don’t see your quota? Refresh the order’s status to check with the payment platform.',
    empty: 'No orders yet. They appear here once you buy a package.',
    fields: {
      no: 'Order no.',
      payInfo: 'Payment',
      payChannel: 'Payment method',
      payStatus: 'Status',
      memberGroupName: 'Package',
      tranChannelId: 'Channel',
      num: 'Quantity',
      amount: 'Amount',
    },
    actions: {
      create: 'Buy a package',
      payAgain: 'Pay',
      story: 'Details',
      receipt: 'Receipt',
      flush: 'Refresh status',
      cancel: 'Cancel payment',
    },
    confirm: {
      cancel:
        'Cancel order {{name}}?\nYou can’t pay a cancelled order, but you can place a new one at any time.\nWe check with the payment platform first: if you have already paid, the order is not cancelled and you get what you paid for.',
    },
    no: { cancel: 'Keep order' },
    done: {
      flush: {
        W: 'No payment received yet; the order is still awaiting payment',
        P: 'Payment received and quota credited',
        T: 'No payment received; the order has timed out',
        C: 'No payment received; the order is cancelled',
      },
      cancel: {
        W: 'The order was not cancelled and is still awaiting payment',
        P: 'This order is already paid, so it was not cancelled. Your quota has been credited',
        T: 'The order has timed out',
        C: 'Order cancelled',
      },
    },
  },
  translationLog: {
    title: 'Translation log',
    help: 'Every translation: when, in which languages, through which channel, and how many characters it cost.',
    empty: 'No translations in this period',
    fields: {
      createDateTime: 'Time',
      childUserId: 'Account',
      userName: 'Account',
      wordCount: 'Characters',
      translationBillingMode: 'Billing',
      tranChannelId: 'Channel',
      sourceLangCode: 'From',
      targetLangCode: 'To',
      ip: 'IP address',
      clientType: 'Client',
    },
  },
  translateTest: {
    title: 'Translation test',
    help: 'Try your channel with your own text, and see the cost before you translate.',
  },
  subAccounts: {
    title: 'Sub-accounts',
    help: 'Create accounts for your team and manage how much each can use.',
    empty:
      'No sub-accounts yet. Add one, and a teammate can log in and use the quota you distribute.',
    fields: {
      usableCharNum: 'Characters',
      usableVoiceNum: 'Voice',
      usableImageNum: 'Images',
      usedThisMonthNum: 'Used this month',
    },
    actions: {
      create: 'Add sub-account',
      distribute: 'Distribute',
      distributeMany: 'Distribute to selected',
      fans: 'Fan data',
      changeEnabled: { on: 'Enable', off: 'Disable' },
    },
    confirm: {
      remove:
        'Delete the sub-account “{{name}}”?\nThis can’t be undone. Its remaining quota returns to the main account.',
      removeMany_one:
        'Delete the {{count}} selected sub-account?\nThis can’t be undone. Its remaining quota returns to the main account.',
      removeMany_other:
        'Delete the {{count}} selected sub-accounts?\nThis can’t be undone. Their remaining quota returns to the main account.',
      changeEnabled: {
        on: 'Enable the sub-account “{{name}}”?',
        off: 'Disable the sub-account “{{name}}”?\nIt is logged out at once and can’t be used until you enable it again.',
      },
    },
    done: {
      changeEnabled: { on: 'Enabled', off: 'Disabled' },
    },
  },
  contacts: {
    title: 'Workspace',
    help: 'Customer contacts, organised in spaces that you share with your team.',
    empty: 'No contacts in this space yet. Everyone in the space sees the contacts you add.',
    fields: {
      spaceId: 'Space',
      title: 'Name',
      cellphone: 'Contact method',
      company: 'Company',
      step: 'Sales stage',
      country: 'Country or region',
      tags: 'Tags',
      fromApp: 'Source',
    },
    actions: { create: 'Add contact' },
    confirm: {
      remove:
        'Delete the contact “{{name}}”?\nIt is deleted for everyone in the space and can’t be restored.',
      removeMany_one:
        'Delete the {{count}} selected contact?\nIt is deleted for everyone in the space and can’t be restored.',
      removeMany_other:
        'Delete the {{count}} selected contacts?\nThey are deleted for everyone in the space and can’t be restored.',
    },
  },
} satisfies Same<typeof zh>
