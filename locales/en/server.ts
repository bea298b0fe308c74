/** English version of `zh/server.ts`. */
import type { server as zh } from '#locales/zh/server.ts'
import type { Same } from '#locales/words.ts'

export const server = {
  done: 'Done',
  refusals: {
    invalid: 'Some fields are not valid. Please check the marked ones.',
    notFound: 'Not found. It may have been deleted.',
    notAvailable: 'This feature is not available yet.',
    notAllowed: 'You are not allowed to do this.',
    capabilityMissing: "Sorry, you don't have the permission to create a sub-account.",
    wrongPassword: 'Wrong account or password.',
    accountDisabled:
      'This account is disabled. Please contact the owner of the main account or support.',
    tooManyTries: 'Too many attempts. Please try again in {{seconds}} s.',
    tooManyRequests: 'Too many requests. Please try again in {{seconds}} s.',
    tooLarge: 'The request is too large.',
    unreadable: 'The request could not be read.',
    wrongMethod: 'This request method is not supported here.',
    nameTaken: 'Username is already taken',
    changedElsewhere: 'This was changed elsewhere. Please refresh and try again.',
    notEnough: 'The balance is not enough.',
    duplicate: 'This was already submitted. Please refresh to see the result.',
    sessionEnded: 'Unauthorized, please log in again!',
    serverError: 'Server error, please contact staff',
    clockWrong: 'The clock on this device is wrong. Please set it and try again.',
    underWay: 'This request is still being processed. Please try again in {{seconds}} s.',
    payChannelOff: 'This payment method is not available. Please choose another one.',
    tooManyOrders:
      'You have too many orders awaiting payment. Please pay or cancel some of them first.',
    gatewayDown:
      'The payment platform is not responding. Your order has not changed. Please try again in a moment.',
    orderPaid: 'This order is already paid.',
    orderClosed: 'This order is closed and can no longer be paid.',
    channelBusy:
      'The channel returned no translation. Nothing was charged. Please try again in {{seconds}} s.',
    channelClosed:
      'Your translation channel is out of service. Nothing was charged. Ask the main account to change channel, or contact support.',
    languagePair:
      'Your channel does not translate between these languages. Please choose another language or channel.',
    textRefused:
      'The channel refused to translate this text. Nothing was charged. Please change the text or the channel.',
    mailDown: 'The email could not be sent. Please try again in a moment.',
    addressRefused: 'This email address does not accept mail. Please check it.',
    secondStepNeeded:
      'Two-step verification is on for this account. Enter a code from the authenticator app to continue.',
    secondStepOver: 'The login took too long. Please enter your password again.',
  },
  later: {
    tooManyTries: 'Too many attempts. Please try again in {{time}}.',
    tooManyRequests: 'Too many requests. Please try again in {{time}}.',
  },
  because: {
    chars: 'The balance is not enough. Characters left with {{who}}: {{left}}, needed: {{needed}}.',
    voices:
      'The balance is not enough. Voice units left with {{who}}: {{left}}, needed: {{needed}}.',
    images: 'The balance is not enough. Images left with {{who}}: {{left}}, needed: {{needed}}.',
    subChars:
      'The balance is not enough. Characters left with {{who}}: {{left}}, needed: {{needed}}. Ask your main account, {{main}}, for more.',
    subVoices:
      'The balance is not enough. Voice units left with {{who}}: {{left}}, needed: {{needed}}. Ask your main account, {{main}}, for more.',
    subImages:
      'The balance is not enough. Images left with {{who}}: {{left}}, needed: {{needed}}. Ask your main account, {{main}}, for more.',
    expired: 'The balance is not enough. The quota of {{who}} has expired.',
    subByTime:
      'Your main account, {{who}}, is on a monthly package, which doesn’t support sub-accounts. Ask its owner for help.',
    subExpired: 'The quota of your main account, {{who}}, has expired. Ask its owner to renew it.',
    wrongOwnPassword: 'Wrong password',
    paidMeanwhile:
      'Order {{no}} has just been paid with ¥{{amount}} and credited, so your account was not deleted. To delete it anyway and lose that quota, confirm again.',
    notYetClosed:
      'The payment platform is not responding, so we can’t tell whether order {{no}} is being paid right now. Your account was not deleted. Please try again shortly.',
    wrongOldPassword: 'The current password is wrong',
    ordersOfTheHour: 'You can place at most {{most}} orders an hour. Please try again later.',
    guessedFromEverywhere:
      'There are too many login attempts on this account from different networks. Reset your password with an email code, or log in from a network you have used before.',
    wrongStepCode: 'The code is wrong or already used. Wait for the next one.',
    codesOfTheDay:
      'Too many wrong codes today. Use a recovery code, or change your password first.',
    secondStepOn: 'Two-step verification is already on.',
    secondStepOff: 'Two-step verification is already off.',
    wrongCode: 'The code is wrong or has expired. Enter it again, or send a new one',
    noSubAccount: 'Sub-account {{who}} was not found. It may have been deleted.',
    sameChannel: 'You already use this translation channel.',
    noChannel: 'This translation channel does not exist or is no longer offered.',
    notByTime:
      'This translation channel has no monthly packages, so you can’t change to it while billed per month.',
    beyondTime:
      'A membership can last until the end of the year 9999, including orders awaiting payment. This would go beyond, so nothing was changed.',
    beyondChars:
      'An account can have at most {{most}} characters, including orders awaiting payment. This would go beyond, so nothing was changed.',
    notOnSale: 'This package does not exist or is no longer on sale.',
    tooManySpaces: 'You can have at most {{most}} spaces',
    spaceFull: 'This space is full: it can have at most {{most}} people',
    alreadyInSpace: '{{who}} is already in the space',
    tooManyInvitations:
      'A space can have at most {{most}} pending invitations. Withdraw some first.',
    suspended:
      'This account is suspended and can’t log in. Its quota and data are kept. Please contact support.',
    tooManyContacts: 'A space can have at most {{most}} contacts',
  },
  mail: { footer: 'This email was sent automatically. Please do not reply.' },
  code: {
    title: 'Your verification code is {{code}}',
    content:
      'It is valid for {{minutes}} minutes. If you did not request it, ignore this email. Do not share the code with anyone.',
  },
  cancelled: {
    title: 'Your account has been deleted',
    content:
      'Your account, its sub-accounts and your personal data have been deleted as you requested. This can’t be undone. Thank you for using our service. If this was not you, contact support at once.',
  },
  lowBalance: {
    title: 'Your balance is low',
    content:
      'The main account {{who}} has {{left}} characters left, fewer than the {{low}} you set. Recharge soon to keep translating.',
  },
  paid: {
    title: 'Payment received',
    content: 'Order {{no}}: ¥{{amount}} received. Your purchase has been credited.',
  },
  paidLate: {
    title: 'Late payment received',
    content:
      'Order {{no}} was already closed when we received ¥{{amount}}. Your purchase has still been credited.',
  },
  paidBeyond: {
    title: 'Payment received but not credited',
    content:
      'Order {{no}}: ¥{{amount}} received, but your account has reached its maximum quota, so your purchase was not credited. The payment is on record. Please contact support for a refund.',
  },
  refunded: {
    title: 'Payment refunded',
    content:
      'Order {{no}}: ¥{{amount}} has been refunded. The quota bought with it will be deducted from the main account.',
  },
  refundTaken: {
    title: 'Quota deducted after a refund',
    content: 'Order {{no}}, ¥{{amount}} refunded: {{taken}} deducted from the main account.',
  },
  refundOwed: {
    title: 'Quota owed after a refund',
    content:
      'Order {{no}}, ¥{{amount}} refunded: {{taken}} deducted from the main account. Its balance does not cover the rest, so {{owed}} are still owed and may be deducted later.',
  },
  refundUnit: {
    chars_one: '{{amount}} character',
    chars_other: '{{amount}} characters',
    minutes_one: '{{amount}} minute',
    minutes_other: '{{amount}} minutes',
  },
  received: {
    title: 'Quota received',
    content: '{{from}} has distributed {{what}} to you.',
    chars_one: '{{amount}} character',
    chars_other: '{{amount}} characters',
    voices_one: '{{amount}} voice unit',
    voices_other: '{{amount}} voice units',
    images_one: '{{amount}} image',
    images_other: '{{amount}} images',
  },
  withheld: {
    unknown: { content: 'The invitation code is not valid, so there is no reward.' },
    self: {
      title: 'No invitation reward',
      content:
        'The invitation is your own, or uses the same mailbox as your account. The reward is for new users only.',
    },
    again: {
      title: 'No invitation reward',
      content: 'This email address has had an account before. Each person is rewarded once.',
    },
    browser: {
      title: 'No invitation reward',
      content:
        'Another account was registered in this browser recently. Each person is rewarded once. If this is wrong, contact support.',
    },
    network: {
      title: 'No invitation reward',
      content:
        'Too many accounts were registered by invitation from your network today, so there is no reward. If this is wrong, contact support.',
    },
    day: {
      title: 'No invitation reward',
      content:
        'The person who invited you has reached the daily limit of rewards, so there is no reward. If this is wrong, contact support.',
    },
  },
  noTrial: {
    title: 'Welcome back',
    content:
      'An account with this email address was deleted less than {{formerEmailDays}} days ago. Trial characters are given once per person, so there are none this time. Choose a package to start translating.',
  },
  newPlace: {
    title: 'Login from a new IP address',
    content:
      '{{who}} logged in at {{at}} from a new IP address, {{ip}} ({{client}}). If this was not you, change your password at once.',
  },
  spaceInvited: {
    title: 'Space invitation',
    content:
      '{{from}} invites you to the space “{{space}}”. Once you join, you can view and edit its contacts.',
  },
  spaceJoined: {
    title: 'New member in your space',
    content: '{{who}} accepted the invitation and joined the space “{{space}}”.',
  },
  page: {
    title: 'API reference',
    lead: 'Every request and response is JSON. A response always has success, data and msg.',
    document: 'OpenAPI document',
    other: '中文',
    envelope: 'Response format',
    envelopeSuccess: 'whether the call succeeded',
    envelopeData:
      'the result; if the call was refused, an error code, and in fields a sentence for each invalid field',
    envelopeMsg: 'a sentence in the language of the request',
    signing: 'Signing',
    signingHow:
      'Every call not marked “Public” carries these headers. sk and userId come from the response of the login call.',
    statuses: 'Status codes',
    statusOk: 'a response; success is false if the call was refused',
    statusExpired: 'the session is missing or has expired',
    statusDisabled: 'the account is disabled',
    statusBusy: 'too many requests; Retry-After gives the seconds to wait',
    statusBroken: 'server error; x-request-id identifies the request',
    refusals: 'Error codes',
    input: 'Input',
    output: 'Response',
    nothing: 'none',
    anything: 'any value',
    list: 'list of',
    required: 'required',
    optional: 'optional',
    extension: 'extension beyond the specification',
    clause: 'specification {{clause}}',
    notServed: 'not available yet',
    changesOnce: 'Takes effect once: accepts an Idempotency-Key, and each signature only once',
    onceOnly: 'Changes a balance: accepts an Idempotency-Key, and each signature only once',
    groups: {
      login: 'Login and registration',
      users: 'Users',
      invites: 'Invitations',
      subAccounts: 'Sub-accounts',
      sessions: 'Logged-in devices',
      secondStep: 'Two-step verification',
      loginLog: 'Login log',
      accountLog: 'Account log',
      usage: 'Usage',
      balanceAlert: 'Low-balance alert',
      reconciliation: 'Reconciliation',
      packages: 'Packages',
      channels: 'Translation channels',
      orders: 'Orders',
      translation: 'Translation',
      translationLog: 'Translation log',
      spaces: 'Spaces',
      spaceMembers: 'Space members',
      spaceInvitations: 'Space invitations',
      contacts: 'Contacts',
      customerService: 'Support contacts',
      siteConfig: 'Site configuration',
      notices: 'Notifications',
      extensions: 'Extensions',
    },
    kinds: {
      text: 'text',
      cents: 'money in cents',
      time: 'time YYYY-MM-DD HH:mm:ss in the business time zone',
      flag: '0 no, 1 yes',
      count: 'quantity',
      channel: 'id of a translation channel',
      language: 'language code',
      person: 'id of a sub-account, or all for every account',
      country: 'country or region, two letters (ISO 3166)',
      tags: 'list of tags',
      secret: 'password',
      newSecret: 'new password',
      id: 'id',
      version: 'version, returned unchanged',
      quota: 'characters, or minutes for monthly packages',
      localized: 'Chinese name',
      code: 'code',
      vcode: 'verification code',
    },
    access: { visitor: 'Public', member: 'Logged-in users', main: 'Main accounts only' },
    needs: { createChildUser: 'Requires the permission to create sub-accounts' },
  },
} satisfies Same<typeof zh>
