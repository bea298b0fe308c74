/** What the server says: why it refuses, and the page of calls. */
import type { server as zh } from '#locales/zh/server.ts'
import type { Same } from '#locales/words.ts'

export const server = {
  done: 'Done',
  refusals: {
    invalid: 'Some of the input is wrong. Please check what is marked.',
    notFound: 'Not found. It may have been deleted.',
    notAvailable: 'This feature is not available yet.',
    notAllowed: 'You are not allowed to do this.',
    capabilityMissing: "Sorry, you don't have the permission to create a sub-account.",
    wrongPassword: 'Wrong account or password.',
    accountDisabled:
      'This account is disabled. Please contact the main account holder or customer service.',
    tooManyTries: 'Too many tries. Please try again in {{seconds}} s.',
    tooManyRequests: 'Too many requests. Please try again in {{seconds}} s.',
    tooLarge: 'What was sent is too large.',
    unreadable: 'What was sent cannot be read.',
    wrongMethod: 'This request method is not accepted here.',
    nameTaken: 'Username is already taken',
    changedElsewhere: 'This was changed elsewhere. Please refresh and try again.',
    notEnough: 'The balance is not enough.',
    duplicate: 'This was already submitted. Please refresh to see the result.',
    sessionEnded: 'Unauthorized, please log in again!',
    serverError: 'Server error, please contact staff',
    clockWrong: "This device's clock is wrong. Please set it and try again.",
    underWay: 'This is still being done. Please try again in {{seconds}} s.',
    payChannelOff: 'This payment channel is not available. Please choose another one.',
    tooManyOrders:
      'You have too many orders awaiting payment. Please pay or cancel some of them first.',
    gatewayDown:
      'The payment channel is not answering. The order stays as it is; please try again in a moment.',
    orderPaid: 'This order is already paid.',
    orderClosed: 'This order is closed and can no longer be paid.',
    channelBusy:
      'The channel gave no translation. Nothing was charged. Please try again in {{seconds}} s.',
    channelClosed:
      'Your translation channel is out of service. Nothing was charged. Let the main account switch channels, or contact support.',
    languagePair:
      'Your channel does not translate between these languages. Please choose another language or channel.',
    textRefused:
      'The channel does not translate this text. Nothing was charged. Please change the text or the channel.',
    mailDown: 'The mail could not be sent just now. Please try again in a moment.',
    addressRefused: 'This e-mail address takes no mail. Please check it.',
    secondStepNeeded:
      'This account has two-step verification turned on. Enter a code of the authenticator app to go on.',
    secondStepOver: 'That took too long. Enter the password again.',
  },
  later: {
    tooManyTries: 'Too many tries. Please try again in {{time}}.',
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
    expired: 'The balance is not enough. What {{who}} had has expired.',
    subExpired: 'The quota of your main account, {{who}}, has expired. Ask there for a renewal.',
    wrongOwnPassword: 'That is not your password',
    paidMeanwhile:
      'Order {{no}} has just been paid with ¥{{amount}}, and what it was for is yours, so your account was not deleted. To give that up as well, delete it again.',
    notYetClosed:
      'The payment provider does not respond, so nobody can tell whether order {{no}} is being paid right now. Your account was not deleted; please try again shortly.',
    wrongOldPassword: 'The old password is wrong',
    ordersOfTheHour: 'At most {{most}} orders can be placed in an hour. Please try again later.',
    guessedFromEverywhere:
      'This account is being tried from many networks. To get in now, set a new password with a mailed code, or log in from a network you have used before.',
    wrongStepCode: 'That code is wrong, or has been used. Wait for the next one to appear.',
    codesOfTheDay: 'Too many wrong codes today. Use a recovery code, or change the password first.',
    secondStepOn: 'Two-step verification is on already.',
    secondStepOff: 'Two-step verification is not on.',
    wrongCode: 'The code is wrong or too old. Enter it again, or send a new one',
    noSubAccount: 'There is no sub-account {{who}}. It may have been deleted.',
    sameChannel: 'This is the translation channel you have already.',
    noChannel: 'There is no such translation channel, or it is no longer offered.',
    notByTime:
      'This translation channel has no package by time, so a membership by time can’t switch to it.',
    beyondTime:
      'Time can reach to the end of the year 9999, orders awaiting payment included. What goes beyond would be lost, so nothing was done.',
    beyondChars:
      'An account can hold {{most}} characters, orders awaiting payment included. What goes beyond would be lost, so nothing was done.',
    notOnSale: 'There is no such package, or it is no longer on sale.',
    tooManySpaces: 'An account can own at most {{most}} spaces',
    spaceFull: 'The space is full: at most {{most}} people',
    alreadyInSpace: '{{who}} is in the space already',
    tooManyInvitations:
      'Too many open invitations: at most {{most}} in a space. Take some back first.',
    suspended:
      'This account is suspended. What it holds is kept, but nobody can sign in. Please contact customer service.',
    tooManyContacts: 'A space can hold at most {{most}} contacts',
  },
  mail: { footer: 'This mail was sent automatically. Replies are not read.' },
  code: {
    title: 'Your verification code is {{code}}',
    content:
      'It is good for {{minutes}} minutes. If you did not ask for it, ignore this mail. Do not share the code with anyone.',
  },
  cancelled: {
    title: 'Your account has been deleted',
    content:
      'Your account, its sub-accounts and your personal data have been deleted as you asked. This can’t be undone. Thank you for having been with us. If this was not you, contact customer service at once.',
  },
  lowBalance: {
    title: 'Your balance is low',
    content:
      'The main account {{who}} has {{left}} characters left, fewer than the {{low}} you set. Recharge in time, so that translation does not stop.',
  },
  paid: {
    title: 'Payment received',
    content: 'Order {{no}}: ¥{{amount}} has been received, and what you bought is yours to use.',
  },
  paidLate: {
    title: 'A late payment was received',
    content:
      'Order {{no}} was already closed when ¥{{amount}} came in. What you bought is yours to use all the same.',
  },
  paidBeyond: {
    title: 'Payment received, but nothing added',
    content:
      'Order {{no}}: ¥{{amount}} has been received, but your account can’t hold that much more, so what you bought was not added. The payment is on record. Please ask customer service for a refund.',
  },
  refunded: {
    title: 'A payment was refunded',
    content:
      'Order {{no}}: ¥{{amount}} has been refunded. The quota bought with it will be taken back from the main account.',
  },
  refundTaken: {
    title: 'Quota was taken back after a refund',
    content: 'Order {{no}}, ¥{{amount}} refunded: {{taken}} taken back from the main account.',
  },
  refundOwed: {
    title: 'Quota is owed after a refund',
    content:
      'Order {{no}}, ¥{{amount}} refunded: {{taken}} taken back from the main account. It does not hold the rest, so {{owed}} stay owed and may be taken back later.',
  },
  refundUnit: {
    chars_one: '{{amount}} character',
    chars_other: '{{amount}} characters',
    minutes_one: '{{amount}} minute',
    minutes_other: '{{amount}} minutes',
  },
  received: {
    title: 'You have received quota',
    content: '{{from}} has given you {{what}}.',
    chars_one: '{{amount}} character',
    chars_other: '{{amount}} characters',
    voices_one: '{{amount}} voice unit',
    voices_other: '{{amount}} voice units',
    images_one: '{{amount}} image',
    images_other: '{{amount}} images',
  },
  withheld: {
    unknown: { content: 'The invitation code is not valid, so there is no reward for it.' },
    self: {
      title: 'No reward for the invitation',
      content:
        'The invitation is your own, or shares a mailbox with your account. The reward is for new users only.',
    },
    again: {
      title: 'No reward for the invitation',
      content: 'This mailbox has had an account before. The reward is given to each person once.',
    },
    browser: {
      title: 'No reward for the invitation',
      content:
        'Another account was registered in this browser lately. The reward is given to each person once. Contact customer service if this is wrong.',
    },
    network: {
      title: 'No reward for the invitation',
      content:
        'Too many accounts were registered by invitation from your network today, so the reward was not given. Contact customer service if this is wrong.',
    },
    day: {
      title: 'No reward for the invitation',
      content:
        'Whoever invited you has had all the rewards for one day, so this one was not given. Contact customer service if this is wrong.',
    },
  },
  noTrial: {
    title: 'Welcome back',
    content:
      'An account with this e-mail address was deleted less than a year ago. Trial characters are given once to each person, so there are none this time. Choose a package to start translating.',
  },
  newPlace: {
    title: 'Login from a new place',
    content:
      'Somebody logged in as {{who}} at {{at}} from a new address, {{ip}} ({{client}}). If that was not you, change your password at once.',
  },
  spaceInvited: {
    title: 'Workspace invitation',
    content:
      '{{from}} invites you to the workspace “{{space}}”. Once you join, you can see its contacts and keep them up to date.',
  },
  spaceJoined: {
    title: 'Somebody joined',
    content: '{{who}} accepted the invitation and joined the workspace “{{space}}”.',
  },
  page: {
    title: 'API reference',
    lead: 'Every request and answer is JSON; an answer always has success, data and msg.',
    document: 'OpenAPI document',
    other: '中文',
    envelope: 'Every answer',
    envelopeSuccess: 'whether the call was done',
    envelopeData: 'the result; in a refusal, its code and a sentence per wrong input in fields',
    envelopeMsg: 'a sentence in the language of the request',
    signing: 'Signing',
    signingHow:
      'Every call not marked “Anybody” carries these headers. sk and userId come from the answer of the login call.',
    statuses: 'Status codes',
    statusOk: 'an answer; success false is a refusal',
    statusExpired: 'the session has ended or is missing',
    statusDisabled: 'the account is disabled',
    statusBusy: 'too many requests; Retry-After says how many seconds to wait',
    statusBroken: 'the server failed; x-request-id names the request',
    refusals: 'Reasons to refuse',
    input: 'Input',
    output: 'Answer',
    nothing: 'none',
    anything: 'nothing certain',
    list: 'a list of',
    required: 'required',
    optional: 'optional',
    extension: 'extension beyond the specification',
    clause: 'specification {{clause}}',
    notServed: 'not available yet',
    changesOnce: 'Done once: takes an Idempotency-Key, and each signature only once',
    onceOnly: 'Moves a balance: takes an Idempotency-Key, and each signature only once',
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
      balanceAlert: 'Balance alert',
      reconciliation: 'Reconciliation',
      packages: 'Packages',
      channels: 'Translation channels',
      orders: 'Orders',
      translation: 'Translation',
      translationLog: 'Translation log',
      spaces: 'Workspaces',
      spaceMembers: 'People of a workspace',
      spaceInvitations: 'Workspace invitations',
      contacts: 'Contacts',
      customerService: 'Customer service',
      siteConfig: 'Site configuration',
      notices: 'Notices',
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
      person: 'id of a sub-account, or all for everybody',
      country: 'country or region, two letters of ISO 3166',
      tags: 'list of tags',
      secret: 'password',
      newSecret: 'new password',
      id: 'id',
      version: 'version, sent back as it came',
      quota: 'characters, or minutes for packages by time',
      localized: 'Chinese name',
      code: 'code',
      vcode: 'verification code',
    },
    access: { visitor: 'Anybody', member: 'Logged-in users', main: 'Main accounts only' },
    needs: { createChildUser: 'Needs the permission to create sub-accounts' },
  },
} satisfies Same<typeof zh>
