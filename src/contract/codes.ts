/** Enumerations of the API; their labels are in `locales` under `codes.<name>.<value>`. */
import { code, openCode } from '#contract/vocabulary.ts'

/** Spec 4.7: awaiting payment, paid, timed out or closed, cancelled. */
export const PayStatus = code('payStatus', ['W', 'P', 'T', 'C'])
/** Events in the timeline of an order. */
export const OrderEvent = code('orderEvent', [
  'created',
  'payPageOpened',
  'asked',
  'paid',
  'timedOut',
  'cancelled',
  'paidAfterClosing',
])
/** Spec 9.8. */
export const PayChannel = code('payChannel', ['ALI_NATIVE', 'WC_NATIVE', 'ALI_LIAN', 'WC_LIAN'])
/** Spec 3.13: how a translation was charged; other backends may add more. */
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
/** Spec 4.9. */
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
/** Groups usage by translation channel or by user. */
export const UsageGroup = code('usageGroup', ['channel', 'user'])
/** Spec 3.7: 1 is pre-sale, any other value after-sale. */
export const accountTypes = { preSale: 1, afterSale: 2 } as const
