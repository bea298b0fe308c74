/** The English of `zh/codes.ts`. */
import type { codes as zh } from '#locales/zh/codes.ts'
import type { Same } from '#locales/words.ts'

export const codes = {
  payStatus: { W: 'Awaiting payment', P: 'Paid', T: 'Timed out', C: 'Cancelled' },
  payChannel: { ALI_NATIVE: 'Alipay', WC_NATIVE: 'WeChat Pay', ALI_LIAN: 'Alipay (LianLian)', WC_LIAN: 'WeChat Pay (LianLian)' },
  orderEvent: {
    created: 'Ordered',
    payPageOpened: 'Payment opened again',
    asked: 'Payment platform asked',
    paid: 'Paid',
    timedOut: 'Closed: not paid in time',
    cancelled: 'Cancelled',
    paidAfterClosing: 'Paid after it was closed, and credited all the same',
  },
  billingMode: { char: 'Per character', time: 'Per month' },
  deductionMode: {
    char: 'By characters',
    time: 'By time',
    unlimited: 'Unlimited',
    enable: 'Enabled',
    disable: 'Disabled',
    distribute: 'Distributed',
    modify: 'Changed',
    reset: 'Reset',
  },
  logType: {
    RECHARGE_ORDER_BY_MEMBER_GROUP: 'Package purchase',
    SYS_MATRIX: 'Billing mode conversion',
    SYS_ADJUST: 'Adjustment by the system',
    RECOVERY: 'Quota returned',
    DISTRIBUTION: 'Quota distributed',
    MATRIX: 'Channel conversion',
    TRANSLATION_CONSUME: 'Translation',
    VOICE_CONSUME: 'Voice translation',
    OTHER: 'Other',
    INVITE_REWARD: 'Invitation reward',
  },
  clientType: { web: 'Web', windows: 'Windows', mac: 'macOS', android: 'Android', ios: 'iOS' },
  usageGroup: { channel: 'By channel', user: 'By account' },
  flag: { '1': 'Enabled', '0': 'Disabled' },
} satisfies Same<typeof zh>
