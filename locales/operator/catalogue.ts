/** Codes of what operators publish and sell, and the previews of packages and channels. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  codes: {
    announcementLevel: { info: '普通', warning: '重要' },
    announcementState: {
      scheduled: '待发布',
      published: '已发布',
      ended: '已结束',
      withdrawn: '已撤回',
    },
    channelTier: { normal: '普通', high: '高级', specialty: '专业', ai: 'AI翻译' },
    channelEngine: {
      google: '谷歌',
      microsoft: '微软',
      deepl: 'DeepL',
      tencent: '腾讯',
      youdao: '有道',
      openai: 'OpenAI兼容接口',
    },
  },
  catalogue: {
    preview: {
      title: '客户看到的样子',
      recharge: '充值页',
      price: '价格页',
      zh: '中文',
      en: '英文',
      withdrawn: '未上架，客户看不到这个套餐。',
      refused: '无法保存',
      incomplete: '填完必填项后，这里显示预览。',
      failed: '预览加载失败',
      none: '没有在售套餐。',
      others: '保存后在售的套餐',
      conversion: '客户切换到此通道时，原有的{{amount}}字符换得',
      from: '从“{{name}}”切换',
    },
  },
}

export const en: Messages<typeof zh> = {
  codes: {
    announcementLevel: { info: 'Normal', warning: 'Important' },
    announcementState: {
      scheduled: 'Scheduled',
      published: 'Published',
      ended: 'Ended',
      withdrawn: 'Withdrawn',
    },
    channelTier: { normal: 'Normal', high: 'High', specialty: 'Specialty', ai: 'AI' },
    channelEngine: {
      google: 'Google',
      microsoft: 'Microsoft',
      deepl: 'DeepL',
      tencent: 'Tencent',
      youdao: 'Youdao',
      openai: 'OpenAI-compatible',
    },
  },
  catalogue: {
    preview: {
      title: 'What customers will see',
      recharge: 'Recharge page',
      price: 'Price page',
      zh: 'Chinese',
      en: 'English',
      withdrawn: 'Not on sale: customers don’t see this package.',
      refused: 'Can’t be saved',
      incomplete: 'Fill in the required fields to see the preview.',
      failed: 'Couldn’t load the preview',
      none: 'No package is on sale.',
      others: 'On sale after saving',
      conversion: 'What {{amount}} characters become when a customer changes to this channel',
      from: 'From {{name}}',
    },
  },
}
