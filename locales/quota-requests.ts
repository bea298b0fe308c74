/** Asking for quota, and granting it. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  ask: '申请额度',
  askHelp: '主账号会立即收到通知，处理后您也会收到通知。',
  askByTime: '主账号目前是包月套餐，不按字符计费，可以申请语音和图片。主账号会立即收到通知。',
  send: '发送申请',
  sent: '申请已发送，主账号处理后会通知您',
  waiting: '已申请{{quota}}，等待主账号处理。',
  view: '查看申请',
  left: '主账号剩余{{quota}}',
  tooMuch: '主账号只剩{{left}}，不够分配。',
  main: '主账号',
  change: '{{name}} {{before}} → {{after}}',
} as const

export const en: Messages<typeof zh> = {
  ask: 'Ask for quota',
  askHelp: 'Your main account is notified at once, and you are when it has answered.',
  askByTime:
    'Your main account is on a monthly package, which doesn’t count characters. You can ask for voice units and images. Your main account is notified at once.',
  send: 'Send request',
  sent: 'Request sent. You are notified once it is answered.',
  waiting: 'You asked for {{quota}}. Waiting for your main account.',
  view: 'View request',
  left: 'The main account has {{quota}} left',
  tooMuch: 'The main account has only {{left}} left.',
  main: 'main account',
  change: '{{name}} {{before}} → {{after}}',
}
