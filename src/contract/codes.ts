/** The closed lists of the wire. Their labels stand in `locales` under `codes.<name>.<value>`. */
import { code, openCode } from '#contract/vocabulary.ts'

/** 4.7: awaiting payment, paid, timed out or closed, cancelled. */
export const PayStatus = code('payStatus', ['W', 'P', 'T', 'C'])
/** What happens to an order, as its story tells it. */
export const OrderEvent = code('orderEvent', [
  'created',
  'payPageOpened',
  'asked',
  'paid',
  'timedOut',
  'cancelled',
  'paidAfterClosing',
])
/** 9.8. */
export const PayChannel = code('payChannel', ['ALI_NATIVE', 'WC_NATIVE', 'ALI_LIAN', 'WC_LIAN'])
/** 3.13: how a translation was deducted; another backend may know more. */
export const deductionModes = [
  'char',
  'time',
  'unlimited',
  'enable',
  'disable',
  'distribute',
  'modify',
  'reset',
] as const
export const DeductionMode = openCode('deductionMode', deductionModes)
/** 4.9. */
export const LogType = code('logType', [
  'RECHARGE_ORDER_BY_MEMBER_GROUP',
  'SYS_MATRIX',
  'SYS_ADJUST',
  'RECOVERY',
  'DISTRIBUTION',
  'MATRIX',
  'TRANSLATION_CONSUME',
  'VOICE_CONSUME',
  'OTHER',
  'INVITE_REWARD',
])
/** What usage is told apart by: the channel that translated, or who had it translated. */
export const UsageGroup = code('usageGroup', ['channel', 'user'])
/** 3.7: 1 is pre-sale, anything else after-sale. */
export const accountTypes = { preSale: 1, afterSale: 2 } as const
