/** Dialog with the secret of a webhook, and what a delivery sent and got. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  issued: '推送“{{name}}”',
  once: '签名密钥只显示这一次。请复制并妥善保存，然后再关闭。',
  secret: '签名密钥',
  verify: '验证签名',
  copy: '复制密钥',
  saved: '已保存，关闭',
  payload: '推送内容',
  answer: '应答',
  noAnswer: '没有应答内容',
  noDelivery: '尚未送达',
  nextAttempt: '下次推送：{{at}}',
  deliveriesOf: '{{text}}，“{{name}}”的推送记录',
  hiddenFromSupport: '推送内容和应答是其他系统的数据，客服看不到。',
} as const

export const en: Messages<typeof zh> = {
  issued: 'Webhook “{{name}}”',
  once: 'The secret is shown only once. Copy it and keep it safe before you close.',
  secret: 'Secret',
  verify: 'Verify signatures',
  copy: 'Copy secret',
  saved: 'I have saved it',
  payload: 'Payload',
  answer: 'Response',
  noAnswer: 'No response body',
  noDelivery: 'None yet',
  nextAttempt: 'Next attempt: {{at}}',
  deliveriesOf: '{{text}}, deliveries of “{{name}}”',
  hiddenFromSupport:
    'What was sent and answered belongs to other systems, so support can’t see it.',
}
