/** Limits of business rules. Separate from `limits.ts`, which the login page loads. */

export const businessLimits = {
  /** Ids in one batch call. */
  batch: { max: 500 },
  /** Sub-accounts that one call changes, all or none. */
  subAccountBatch: { max: 2_000 },
  /**
   * `rows`: sub-accounts of one import; `passwords`: hashed by one call; `passwordsPerHour`: that one
   * owner may have hashed; `namesPerDay`: that it may check and have hashed.
   */
  subAccountImport: { rows: 1_000, passwords: 50, passwordsPerHour: 3_000, namesPerDay: 20_000 },
  /** Passwords that one owner may set for sub-accounts: `max` within `seconds`, `atOnce` of them by one press. */
  passwordResets: { max: 120, seconds: 600, atOnce: 100 },
  /** Rows in one import. */
  import: { rows: 10_000 },
  /**
   * Largest adjustments of one account group by one operator in 24 hours that need no approval;
   * minutes of 31 days.
   */
  adjustment: { chars: 1_000_000, voices: 10_000, images: 10_000, minutes: 44_640 },
  /**
   * Most that one operator moves alone on a business day: sums of adjustments over all accounts;
   * cents of unmatched payments credited and of refunds settled.
   */
  operatorDay: {
    chars: 5_000_000,
    voices: 50_000,
    images: 50_000,
    minutes: 223_200,
    credits: 1_000_000,
    refunds: 1_000_000,
  },
  /**
   * Rules of refunds until operators change them, and the most days that they can set; `note`:
   * characters of what an owner writes to a request; `perDay`: requests of one order a day, since one
   * that was withdrawn may be repeated.
   */
  refundRequests: {
    rules: { enabled: true, days: 7, leastUnusedPercent: 0, timePlans: true },
    maxDays: 365,
    note: 500,
    perDay: 3,
  },
  /** Days for which a deleted row can be restored. */
  /** Packages per order (spec 5.9). */
  sales: { min: 1, max: 999 },
  /** Input steps and preset amounts of a distribution (spec 9.7). */
  distribution: {
    charStep: 10_000,
    unitStep: 1,
    presetAmounts: [10_000, 50_000, 100_000, 200_000, 500_000],
  },
  /**
   * `days`, `maxDays`: default and maximum range of the usage chart. `groups`: series shown; the
   * rest is merged into one more. `people`, `maxPeople`: default and maximum length of the
   * ranking.
   */
  usage: { days: 30, maxDays: 366, groups: 12, people: 8, maxPeople: 100 },
  /** Characters that a person gets who registers through an invitation (spec 1.6, 9.11). */
  inviteReward: { characters: 10_000 },
  /**
   * Rewarded registrations a day through one inviter and in one network; days between two in one
   * browser.
   */
  inviteRewardLimits: { inviter: 20, network: 10, browserDays: 30 },
  /** The free trial (spec 9.9): its package, characters and days. */
  freeTest: { groupId: '1', characters: 10_000, days: 30 },
  /** Days in a month of packages by time (spec 9.6, 9.9). */
  monthly: { days: 30 },
  /** Days before the last day of a plan on which its owner is alerted, the first one first. */
  plans: { warnDaysBefore: [7, 3, 1] },
  /**
   * A person's use is unusual above `times` the median of the days with use among the last `days`,
   * at least `leastDays`, and from `floorChars` characters a day.
   */
  unusualUse: { times: 5, days: 28, leastDays: 5, floorChars: 20_000 },
  /** Digits of an authenticator code; number of recovery codes issued. */
  twoFactor: { digits: 6, recoveryCodes: 10 },
  /** Days for which the hash of a cancelled account's email address blocks another trial. */
  formerEmail: { days: 365 },
  /** Most sub-account names in a selection list. */
  subAccountNames: { max: 5_000 },
  /** Latest changes of its balance, and latest events of its access, that a sub-account's page has. */
  subAccountHistory: { rows: 50 },
  /**
   * Terms of use (spec 1.10): minimum age in years, and working days to announce new contact
   * details.
   */
  terms: { minimumAge: 18, contactDays: 3 },
  /**
   * `perGroup`: glossaries of an account group; `name`, `term`: characters; `terms`: of one glossary.
   */
  glossaries: { perGroup: 100, name: 100, term: 200, terms: 10_000 },
  /** Voice units or images that one call charges at most; `purpose`: characters. */
  unitUse: { max: 1_000, purpose: 100 },
  /**
   * `perUser`: keys of one user; `name`: characters; `cap`: the most characters of a cap; `networks`:
   * networks per key; `overlapHours`: how long the former secret of a rotated key stays valid;
   * `warnDaysBefore`: how many days before its last day its user gets a notice.
   */
  apiKeys: {
    perUser: 50,
    name: 64,
    cap: 1_000_000_000_000,
    networks: 20,
    overlapHours: 24,
    warnDaysBefore: [7, 1],
  },
  /**
   * `perGroup`: webhooks of an account group; `name`, `eventId`, `payload`: characters; `answer`:
   * bytes that are kept of a receiver's answer; `deliveries`: kept per account group, for
   * `keepDays`; `retryHours`: from the first attempt to the last; `overlapHours`: for which payloads
   * are also signed with the former secret; `sentByHandPerHour`: tests and repetitions of an account
   * group; `robotSecret`: characters of a robot's secret; `robotBundle`: events of one message.
   */
  webhooks: {
    perGroup: 10,
    name: 64,
    eventId: 64,
    payload: 20_000,
    answer: 1_024,
    deliveries: 10_000,
    keepDays: 30,
    retryHours: 24,
    overlapHours: 24,
    sentByHandPerHour: 60,
    robotSecret: 200,
    robotBundle: 10,
  },
  /**
   * `perUser`: requests of one sub-account that are kept, the oldest go first; `perDay`: those that
   * it may make in 24 hours; `amount`: the most of one unit; `text`: characters.
   */
  quotaRequests: { perUser: 500, perDay: 20, amount: 1_000_000_000, text: 200 },
  /**
   * `titles`, `requests`: of an account group; `perDay`: requests of it in 24 hours; `orders`: of one
   * request; `numberDigits`: of a
   * fapiao's number; `fileBytes`: of its file; `mailedBytes`: of a file that is attached to a mail; the
   * rest: characters.
   */
  fapiaos: {
    titles: 50,
    requests: 10_000,
    perDay: 50,
    orders: 100,
    numberDigits: 20,
    fileBytes: 5 * 1024 * 1024,
    mailedBytes: 3 * 1024 * 1024,
    name: 100,
    address: 200,
    phone: 30,
    bank: 100,
    bankAccount: 40,
    text: 200,
  },
  /** `keepDays`: after which rows are deleted; `rows`: of an account group; the rest: characters. */
  auditLog: { keepDays: 365, rows: 1_000_000_000, name: 128, details: 2_000 },
  /** `groups`: of an account group; `name`: characters; `amount`: the most of one unit. */
  budgets: { groups: 500, name: 32, amount: 1_000_000_000 },
  /**
   * `bytes`, `characters`: of one document. `hours`: how long its files are kept after the upload.
   * `perUser`: documents of one user; `name`: characters; `bytesPerGroup`: of all files of an account
   * group. `resendMinutes`: within which a program's equal upload is another attempt of the same one.
   */
  documents: {
    bytes: 30 * 1024 * 1024,
    characters: 1_000_000,
    hours: 24,
    perUser: 2_000,
    name: 255,
    bytesPerGroup: 2 * 1024 * 1024 * 1024,
    resendMinutes: 10,
  },
} as const
