/** Messages around the legal texts, which are in `agreement.ts` and `privacy.ts`. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  agreement: {
    description: '使用译桥的条件：谁可以使用、账号、费用、翻译内容、注销和责任。',
    lead: '使用服务的条件。注册或登录，即表示您接受这份协议。',
  },
  privacy: {
    description: '译桥收集哪些个人信息、为什么、保存多久、谁会收到，以及您如何查看、导出和删除。',
    lead: '我们收集哪些信息、为什么、保存多久、谁会收到，以及您有哪些权利。',
  },
  operator: '运营者',
  updated: '最后更新',
  date: '2026年11月22日',
}

export const en: Messages<typeof zh> = {
  agreement: {
    description:
      'The terms of Yiqiao: who may use it, your account, fees, what you translate, deleting your account, and liability.',
    lead: 'The terms of the service. By registering or logging in, you agree to them.',
  },
  privacy: {
    description:
      'What personal data Yiqiao collects, why, for how long, who receives it, and how to see, export and delete yours.',
    lead: 'What we collect, why, for how long, who receives it, and your rights.',
  },
  operator: 'Operator',
  updated: 'Last updated',
  date: '22 November 2026',
}
