/** Notices and mails about fapiao. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  fapiaoIssued: {
    title: '发票已开具',
    content:
      '“{{title}}”的发票已开具，金额¥{{amount}}，发票号码{{number}}。可在控制台“发票”中下载。',
  },
  fapiaoRefused: {
    title: '开票申请未通过',
    content: '“{{title}}”金额¥{{amount}}的开票申请未通过{{reason}}。相关订单可以重新申请。',
  },
  fapiaoReduced: {
    title: '开票金额已调整',
    content: '订单 {{no}} 有退款，“{{title}}”的开票金额已调整为¥{{amount}}。',
  },
  fapiaoEnded: {
    title: '开票申请已失效',
    content: '订单 {{no}} 已退款，“{{title}}”的开票申请没有可开票的金额，已失效。',
  },
  fapiaoToReverse: {
    title: '发票需要红冲',
    content:
      '订单 {{no}} 有退款，“{{title}}”金额¥{{amount}}的发票需要红冲。红冲后，剩余金额可以重新申请开票。',
  },
  fapiaoReversed: {
    title: '发票已红冲',
    content:
      '“{{title}}”金额¥{{amount}}的发票已红冲，红字发票号码{{number}}{{reason}}。剩余金额可以重新申请开票。',
  },
  fapiaoToReverseInFull: {
    title: '发票需要红冲',
    content:
      '订单 {{no}} 有退款，“{{title}}”金额¥{{amount}}的发票需要红冲。订单已全额退款，没有剩余金额可以开票。',
  },
  fapiaoReversedInFull: {
    title: '发票已红冲',
    content:
      '“{{title}}”金额¥{{amount}}的发票已红冲，红字发票号码{{number}}{{reason}}。订单已全额退款，没有剩余金额可以开票。',
  },
  fapiaoReason: '：{{reason}}',
  fapiaoCorrected: {
    title: '发票信息已更正',
    content:
      '“{{title}}”的发票登记有误，现已更正{{reason}}。发票金额为¥{{amount}}，号码为{{number}}，请以控制台“发票”中的文件为准。',
  },
  fapiaoCorrectedToStay: {
    title: '发票信息已更正',
    content:
      '“{{title}}”的发票登记有误，现已更正{{reason}}。发票金额为¥{{amount}}，号码为{{number}}，不需要红冲，请以控制台“发票”中的文件为准。',
  },
  fapiaoReversalCorrected: {
    title: '红字发票信息已更正',
    content:
      '“{{title}}”金额¥{{amount}}的红字发票登记有误，现已更正{{reason}}。红字发票号码为{{number}}，请以控制台“发票”中的文件为准。',
  },
  fapiaoAttached: '发票文件见本邮件附件。',
  fapiaoNotAttached: '发票文件较大，没有附在邮件中。请登录控制台，在“发票”中下载。',
} as const

export const en: Messages<typeof zh> = {
  fapiaoIssued: {
    title: 'Your fapiao has been issued',
    content:
      'The ¥{{amount}} fapiao for {{title}} has been issued with the number {{number}}. Download it in the console under “Fapiao”.',
  },
  fapiaoRefused: {
    title: 'Your request for a fapiao was refused',
    content:
      'The request for a ¥{{amount}} fapiao for {{title}} was refused{{reason}}. You can request one again for the same orders.',
  },
  fapiaoReduced: {
    title: 'The amount of your fapiao has changed',
    content:
      'Order {{no}} was refunded, so the amount of the fapiao requested for {{title}} is now ¥{{amount}}.',
  },
  fapiaoEnded: {
    title: 'Your request for a fapiao has ended',
    content:
      'Order {{no}} was refunded, so nothing is left to invoice of the request for {{title}}. It has ended.',
  },
  fapiaoToReverse: {
    title: 'Your fapiao has to be reversed',
    content:
      'Order {{no}} was refunded, so the ¥{{amount}} fapiao for {{title}} has to be reversed. Then you can request one for what is left.',
  },
  fapiaoReversed: {
    title: 'Your fapiao has been reversed',
    content:
      'The ¥{{amount}} fapiao for {{title}} has been reversed by the red-letter fapiao {{number}}{{reason}}. You can request one for what is left.',
  },
  fapiaoToReverseInFull: {
    title: 'Your fapiao has to be reversed',
    content:
      'Order {{no}} was refunded, so the ¥{{amount}} fapiao for {{title}} has to be reversed. Everything was refunded, so nothing is left to invoice.',
  },
  fapiaoReversedInFull: {
    title: 'Your fapiao has been reversed',
    content:
      'The ¥{{amount}} fapiao for {{title}} has been reversed by the red-letter fapiao {{number}}{{reason}}. Everything was refunded, so nothing is left to invoice.',
  },
  fapiaoReason: ': {{reason}}',
  fapiaoCorrected: {
    title: 'Your fapiao has been corrected',
    content:
      'The record of the fapiao for {{title}} was wrong and has been corrected{{reason}}. It is for ¥{{amount}}, and its number is {{number}}. The file in the console under “Fapiao” is the right one.',
  },
  fapiaoCorrectedToStay: {
    title: 'Your fapiao has been corrected',
    content:
      'The record of the fapiao for {{title}} was wrong and has been corrected{{reason}}. It is for ¥{{amount}}, its number is {{number}}, and it does not have to be reversed. The file in the console under “Fapiao” is the right one.',
  },
  fapiaoReversalCorrected: {
    title: 'Your red-letter fapiao has been corrected',
    content:
      'The record of the ¥{{amount}} red-letter fapiao for {{title}} was wrong and has been corrected{{reason}}. Its number is {{number}}. The file in the console under “Fapiao” is the right one.',
  },
  fapiaoAttached: 'The file is attached to this mail.',
  fapiaoNotAttached:
    'The file is too large for a mail. Sign in to the console and download it under “Fapiao”.',
}
