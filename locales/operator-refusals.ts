/** Reasons why a change by an operator is refused, on a screen or by command. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  reasons: {
    accountUnknown: '没有找到账号“{{who}}”，请输入邮箱、用户名或子账号名',
    accountDeleted: '该账号已注销',
    adjustFewChars: '{{who}}有{{left}}字符，无法扣除{{needed}}字符',
    adjustFewVoices: '{{who}}有语音{{left}}次，无法扣除{{needed}}次',
    adjustFewImages: '{{who}}有图片{{left}}张，无法扣除{{needed}}张',
    adjustFewMinutes: '{{who}}剩余{{left}}分钟，无法扣除{{needed}}分钟',
    adjustTooMuch: '{{who}}无法持有这么多额度',
    adjustTrialOver: '{{who}}的免费试用已到期，现在增加的字符会立即失效',
    adjustSubTime: '{{who}}是子账号，使用主账号的时长',
    adjustNotByTime: '{{who}}按字符计费，没有可调整的时长',
  },
}

export const en: Messages<typeof zh> = {
  reasons: {
    accountUnknown: 'Account {{who}} was not found. Use its email, username or sub-account name.',
    accountDeleted: 'The account was deleted.',
    adjustFewChars: '{{who}} has {{left}} chars, so no {{needed}} can be taken.',
    adjustFewVoices: '{{who}} has {{left}} voices, so no {{needed}} can be taken.',
    adjustFewImages: '{{who}} has {{left}} images, so no {{needed}} can be taken.',
    adjustFewMinutes: '{{who}} has {{left}} minutes left, so no {{needed}} can be taken.',
    adjustTooMuch: '{{who}} can’t have that much quota.',
    adjustTrialOver:
      '{{who}} has a free test that is over, so characters given now would lapse at once.',
    adjustSubTime: '{{who}} is a sub-account: it uses the main account’s time.',
    adjustNotByTime: '{{who}} is billed per character, so it has no minutes to change.',
  },
}

export type OperatorReason = keyof typeof zh.reasons
