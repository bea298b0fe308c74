/** Messages of the contact page. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  description:
    '微信、WhatsApp、Telegram 均可联系售前和售后。添加之前，先在这里验证客服账号的真伪。',
  headline: '找到真人，找对人',
  lead: '购买之前找售前，使用中的问题找售后。',
  preSale: { title: '售前咨询', text: '试用、套餐、付款和团队方案。' },
  afterSale: { title: '售后服务', text: '安装、翻译设置、额度和账号问题。' },
  check: {
    title: '先验证，再添加',
    text: '有人会冒充客服收款或骗取密码。输入对方的账号，马上知道是不是我们。',
    button: '验证客服真伪',
  },
}

export const en: Messages<typeof zh> = {
  description:
    'Reach sales and support on WeChat, WhatsApp or Telegram. Before you add anyone, verify here that the account is really ours.',
  headline: 'Talk to the right person',
  lead: 'Sales before you buy, support after.',
  preSale: { title: 'Sales', text: 'Trials, packages, payment and team plans.' },
  afterSale: { title: 'Support', text: 'Installation, translation settings, quota and accounts.' },
  check: {
    title: 'Verify before you add',
    text: 'Impostors pose as our staff to take payments or passwords. Enter their account to see at once whether it is ours.',
    button: 'Verify a contact',
  },
}
