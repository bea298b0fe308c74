/** Every number of spec section 9 and of the wire's rules, under its name, with its unit. */

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

export const limits = {
  /** Lengths in characters (9.3, 5.2, 5.6). `any` is what a sign-in still compares. */
  password: { min: 6, max: 32, any: 128 },
  account: { min: 2, max: 32 },
  nickname: { min: 2, max: 32 },
  email: { min: 2, max: 255 },
  vcode: { max: 16, digits: 6 },
  search: { max: 100 },
  langCode: { max: 35 },
  translation: { max: 5_000 },
  /** Rows (9.4). */
  page: { size: 10, max: 100, sizes: [10, 20, 50, 100] },
  /** Ids in one call that deletes or distributes. */
  batch: { max: 500 },
  /** Orders: whole packages in one order (5.9). */
  sales: { min: 1, max: 999 },
  /** Units of one step in distribution, and the quick values for characters (9.7). */
  distribution: {
    charStep: 10_000,
    unitStep: 1,
    quick: [10_000, 50_000, 100_000, 200_000, 500_000],
  },
  /**
   * Days a chart of usage shows, at most, and bars side by side in it; what else there is becomes
   * one more. People ranked, and at most.
   */
  usage: { days: 30, mostDays: 366, groups: 12, people: 8, mostPeople: 100 },
  /**
   * Characters given for an invitation (1.6, 9.11) and for a free test (9.9), and how long the
   * latter is good.
   */
  reward: { invited: 10_000 },
  /**
   * Rewarded invitations: of one inviter and in one network in a day; a browser is rewarded once in
   * so many days.
   */
  invitation: { inviter: 20, network: 10, browserDays: 30 },
  freeTest: { groupId: '1', characters: 10_000, days: 30 },
  /** What a package by time calls a month (9.6, 9.9). */
  monthly: { days: 30 },
  /** Codes of an authenticator app, and how many recovery codes are given at once. */
  twoFactor: { digits: 6, recoveryCodes: 10 },
  /** How long the mark of a cancelled account's mailbox keeps it from a second trial. */
  formerEmail: { days: 365 },
  /** Names of sub-accounts that somebody can choose from at once. */
  subAccountNames: { max: 5_000 },
  /** 1.10: years of age, and working days to give new contact details. */
  terms: { minimumAge: 18, contactDays: 3 },
  /** The largest whole number that JSON carries unharmed. */
  count: { max: Number.MAX_SAFE_INTEGER },
} as const

/** Milliseconds, each after the clause that sets it. */
export const times = {
  /** 9.1: a request is given up. */
  request: 60 * second,
  /** 9.2: a code may be sent again. */
  codeResend: 60 * second,
  codeValid: 10 * minute,
  paySuccessRedirect: 5 * second,
  signOutRedirect: 3 * second,
  expiredRedirect: 1 * second,
  noticeReconnect: 1 * second,
  orderPoll: 500,
  payModal: 300_000,
  orderUnpaid: 15 * minute,
  slider: 3 * second,
  /** The signature's time stamp may differ from the server's clock by this much, either way. */
  signatureWindow: 5 * minute,
  sessionIdle: 7 * day,
  sessionEnd: 30 * day,
  idempotency: 24 * hour,
} as const

/** CSS pixels (9.4, 9.5, 2.30). */
export const sizes = {
  phone: 768,
  table: 556,
  drawer: 450,
  modal: 850,
  payCode: 200,
  contactCode: 160,
  contactPicture: { side: 800, foot: 400, page: 300 },
} as const

/** HTTP statuses that end a session (8.2), and the two this backend sends. */
export const expiredStatus = { from: 700, to: 777, expired: 700, disabled: 701 } as const

/** Above this many characters a package is shown in units of ten thousand in Chinese (9.6). */
export const plainCharacters = 9_999

/** `client-version` of every request (section 7). */
export const clientVersion = '0.0.0'
