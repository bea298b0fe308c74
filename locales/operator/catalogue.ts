/** Previews of packages and channels. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  catalogue: {
    preview: {
      title: '客户看到的效果',
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
