/** Dialog with a new API key, and the switch for keys of sub-accounts. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  issued: '密钥“{{name}}”',
  once: '密钥只显示这一次。请复制并妥善保存，然后再关闭。',
  key: '密钥',
  firstCall: '第一次调用',
  sample: '你好，世界',
  copy: '复制密钥',
  saved: '已保存，关闭',
  allow: '允许子账号使用',
  allowed: { on: '子账号可以使用自己的密钥', off: '子账号的密钥已停止使用' },
  disallow: '确定不再允许子账号使用密钥吗？\n子账号已有的密钥会立即停止使用，重新允许后恢复。',
  turnOff: '停止使用',
  usedLog: '密钥“{{name}}”的翻译日志：{{chars}}字符',
} as const

export const en: Messages<typeof zh> = {
  issued: 'Key “{{name}}”',
  once: 'The key is shown only once. Copy it and keep it safe before you close.',
  key: 'Key',
  firstCall: 'First call',
  sample: 'Hello, world',
  copy: 'Copy key',
  saved: 'I have saved it',
  allow: 'Sub-accounts may use keys',
  allowed: {
    on: 'Sub-accounts may have keys of their own',
    off: 'Keys of sub-accounts no longer work',
  },
  disallow:
    'Stop sub-accounts from using keys?\nTheir keys stop working at once, and work again when you allow them again.',
  turnOff: 'Stop them',
  usedLog: 'Translation log of the key “{{name}}”: {{chars}} characters',
}
