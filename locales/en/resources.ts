/** The English of `zh/resources.ts`. */
import type { resources as zh } from '#locales/zh/resources.ts'
import type { Same } from '#locales/words.ts'

export const resources = {
  overview: {
    title: 'Overview',
    help: 'How much is left, how much was used, and how your account stands.',
  },
  exit: { title: 'Log out', help: 'Ends this session.' },
  profile: {
    title: 'Personal data',
    help: 'Your nickname is shown in the menu at the top and in the records of what was done.',
    failed: { update: 'The change failed' },
    done: { update: 'Changed successfully' },
  },
  changePassword: {
    title: 'Change password',
    help: 'Afterwards you are logged out everywhere, and log in again with the new password.',
    forms: {
      changePassword: 'By your current password',
      resetPassword: 'By a code sent to your e-mail',
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
    help: 'Logging in takes your password and a code from an app on your phone, so a leaked password is not enough.',
  },
  sessions: {
    title: 'Logged-in devices',
    help: 'Where this account is logged in now. If one of them is not yours, log it out and change your password.',
    empty: 'No logged-in devices',
    fields: { device: 'Device', loginIp: 'Login IP', usedDateTime: 'Last used' },
    actions: { end: 'Log out' },
    confirm: { end: 'Sign {{name}} out?' },
    done: { end: 'Logged out' },
  },
  loginLog: {
    title: 'Login log',
    help: 'When and from where this account logged in. If you see a login that was not yours, change your password at once.',
    empty: 'No logins yet',
  },
  invites: {
    title: 'Invitation history',
    help: 'Who registered through your invitation, and whether they got the reward. Usernames show only the first and last letter, and nothing once the account is deleted.',
    empty:
      'No one has registered through your invitation yet. Your link and QR code are on the overview.',
    fields: { name: 'Username', reward: 'Reward' },
  },
  recharge: {
    title: 'Recharge',
    help: 'Choose a package and how to pay. It is credited at once, and you see what you will have before you pay.',
  },
  accountLog: {
    title: 'Account log',
    help: 'Every change of your quota and expiry: what it was, what it became, why, and who did it.',
    empty: 'No changes of this kind in this period',
    fields: {
      logType: 'Log type',
      createDateTime: 'Time',
      change: 'Change',
      story: 'Explanation',
      charNum: 'Characters',
      voiceNum: 'Voice',
      imageNum: 'Images',
      charChangeNum: 'Change of characters',
      voiceChangeNum: 'Change of voice',
      imageChangeNum: 'Change of images',
      expireDateTime: 'Expiry',
      tranChannelId: 'Channel',
      rechargeOrderByMemberGroupNo: 'Order number',
      consumeTranChannelId: 'Channel used',
      consumerIp: 'IP',
      managerName: 'Done by',
      childUserName: 'Sub-account',
    },
  },
  orders: {
    title: 'Orders',
    help: 'Paid, and don’t see your quota? Refresh the status of the order: the payment platform is asked at once.',
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
        'Cancel order {{name}}?\nThis order can’t be paid any more then; you can always place a new one.\nThe payment platform is asked first: if you have paid already, the order is not cancelled and you get what you paid for.',
    },
    no: { cancel: 'Keep the order' },
    done: {
      flush: {
        W: 'The payment platform has not received a payment yet; the order still awaits it',
        P: 'Payment received; your quota is credited',
        T: 'The payment platform has received no payment; the order timed out',
        C: 'The payment platform has received no payment; the order is cancelled',
      },
      cancel: {
        W: 'The order was not cancelled and still awaits payment',
        P: 'This order is already paid, so it was not cancelled; your quota is credited',
        T: 'The order has timed out',
        C: 'Order cancelled',
      },
    },
  },
  translationLog: {
    title: 'Translation log',
    help: 'Every translation: when, by which channel, from what language into what, and how many characters it cost.',
    empty: 'Nothing has been translated in this time',
    fields: {
      createDateTime: 'Time',
      childUserId: 'Account',
      userName: 'Account',
      wordCount: 'Characters',
      translationBillingMode: 'Charged by',
      tranChannelId: 'Channel',
      sourceLangCode: 'From',
      targetLangCode: 'To',
      ip: 'IP',
      clientType: 'Client',
    },
  },
  translateTest: {
    title: 'Translation test',
    help: 'Try your channel on a text of your own, and see what it costs before you send it.',
  },
  subAccounts: {
    title: 'Sub-accounts',
    help: 'Open accounts for the people in your team, and manage what each of them may use.',
    empty: 'No sub-accounts yet. Add one, and its holder can log in and use the quota you give.',
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
        'Delete the sub-account “{{name}}”?\nThis cannot be undone. What is left of its quota returns to the main account.',
      removeMany_one:
        'Delete the {{count}} selected sub-account?\nThis cannot be undone. What is left of its quota returns to the main account.',
      removeMany_other:
        'Delete the {{count}} selected sub-accounts?\nThis cannot be undone. What is left of their quota returns to the main account.',
      changeEnabled: {
        on: 'Enable the sub-account “{{name}}”?',
        off: 'Disable the sub-account “{{name}}”?\nIt is logged out at once and cannot be used until you enable it again.',
      },
    },
    done: {
      changeEnabled: { on: 'Enabled', off: 'Disabled' },
    },
  },
  contacts: {
    title: 'Workspace',
    help: 'Customers by space, kept together with the colleagues you invite.',
    empty: 'No contacts in this space yet. Everybody in the space sees what you add.',
    fields: {
      spaceId: 'Space',
      title: 'Name',
      cellphone: 'Contact method',
      company: 'Company',
      step: 'Sales stage',
      country: 'Country / region',
      tags: 'Tags',
      fromApp: 'Source',
    },
    actions: { create: 'Add contact' },
    confirm: {
      remove:
        'Delete the contact “{{name}}”?\nNobody in the space will see it any more, and it can’t be restored.',
      removeMany_one:
        'Delete {{count}} selected contact?\nNobody in the space will see it any more, and it can’t be restored.',
      removeMany_other:
        'Delete {{count}} selected contacts?\nNobody in the space will see them any more, and they can’t be restored.',
    },
  },
} satisfies Same<typeof zh>
