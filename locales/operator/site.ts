/** Messages of the operators' pages on support contacts, downloads and configuration. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  codes: { contactPurpose: { preSale: '售前', afterSale: '售后' } },
  resources: {
    supportContacts: {
      title: '客服联系方式',
      help: '网站侧栏、页脚和联系页面上的客服账号。客户也在这里核实对方是不是我们的客服。',
      empty: '还没有客服联系方式。添加后，网站立即显示。',
      fields: {
        platform: '平台',
        purpose: '用途',
        account: '账号',
        referUrl: '链接',
        qrCode: '二维码',
        shownCode: '二维码',
        position: '排序',
      },
      hints: {
        platform: '例如 WeChat、WhatsApp、Telegram。',
        account: '须与客户看到并核实的账号完全一致。',
        qrCode: '未上传图片时，二维码由链接生成。',
        position: '数字小的排在前面，留空则排在最后。',
      },
      actions: { create: '添加联系方式' },
      confirm: {
        remove:
          '确定删除“{{name}}”的这个联系方式吗？\n网站立即不再显示，客户核实时会提示不是我们的客服。',
      },
      failed: { create: '联系方式未保存', edit: '修改未保存' },
    },
    downloads: {
      title: '下载',
      help: '下载页上的客户端。一项可以是下载地址，也可以是一组可选的下载项。',
      empty: '还没有下载项。',
      fields: {
        id: '编号',
        labelEnLabel: '名称',
        label: '中文名称',
        enLabel: '英文名称',
        version: '版本',
        val: '下载地址',
        childId: '可选的下载项',
        children: '可选的下载项',
      },
      hints: {
        val: '有可选的下载项时留空。',
        childId: '有下载地址时不选。例如“macOS”下分两种芯片。',
      },
      actions: { create: '添加下载项' },
      confirm: { remove: '确定删除下载项“{{name}}”吗？\n下载页立即不再显示。' },
      failed: { create: '下载项未保存', edit: '修改未保存' },
    },
    configuration: {
      title: '配置',
      help: '网站和客户端读取的配置，内容为JSON，所有人都能读取，请勿填写密钥。',
      empty: '还没有配置。',
      fields: { name: '编号', value: '内容' },
      hints: {
        name: '只能用字母、数字和下划线。',
        value: 'JSON格式。保存后立即生效。',
      },
      actions: { create: '添加配置' },
      confirm: { remove: '确定删除配置“{{name}}”吗？\n读取它的页面和客户端会受影响。' },
      failed: { create: '配置未保存', edit: '修改未保存' },
    },
  },
}

export const en: Messages<typeof zh> = {
  codes: { contactPurpose: { preSale: 'Pre-sale', afterSale: 'After-sale' } },
  resources: {
    supportContacts: {
      title: 'Support contacts',
      help: 'The support accounts in the site’s side bar, footer and contact page. Customers verify accounts against this list.',
      empty: 'No support contacts yet. Once added, the site shows them at once.',
      fields: {
        platform: 'Platform',
        purpose: 'Purpose',
        account: 'Account',
        referUrl: 'Link',
        qrCode: 'QR code',
        shownCode: 'QR code',
        position: 'Position',
      },
      hints: {
        platform: 'Such as WeChat, WhatsApp or Telegram.',
        account: 'Exactly as customers see and verify it.',
        qrCode: 'Without a picture, the QR code is drawn from the link.',
        position: 'Lower numbers come first. Leave empty to put it last.',
      },
      actions: { create: 'Add contact' },
      confirm: {
        remove:
          'Delete this contact on “{{name}}”?\nThe site stops showing it, and customers who verify it then see that it isn’t ours.',
      },
      failed: { create: 'The contact was not saved', edit: 'The change was not saved' },
    },
    downloads: {
      title: 'Downloads',
      help: 'The client programs on the download page. An item is either an address or a choice of other items.',
      empty: 'No downloads yet.',
      fields: {
        id: 'ID',
        labelEnLabel: 'Label',
        label: 'Chinese label',
        enLabel: 'English label',
        version: 'Version',
        val: 'Address',
        childId: 'Choice of downloads',
        children: 'Choice of downloads',
      },
      hints: {
        val: 'Leave empty if there is a choice of downloads.',
        childId: 'Choose none if there is an address. For example, two processors under “macOS”.',
      },
      actions: { create: 'Add download' },
      confirm: {
        remove: 'Delete the download “{{name}}”?\nThe download page stops showing it.',
      },
      failed: { create: 'The download was not saved', edit: 'The change was not saved' },
    },
    configuration: {
      title: 'Configuration',
      help: 'Settings that the site and the client programs read, as JSON. Everybody can read them, so never put secrets here.',
      empty: 'No configuration yet.',
      fields: { name: 'ID', value: 'Value' },
      hints: {
        name: 'Letters, digits and underscores only.',
        value: 'JSON. Takes effect as soon as it is saved.',
      },
      actions: { create: 'Add record' },
      confirm: {
        remove: 'Delete the record “{{name}}”?\nThis affects the pages and programs that read it.',
      },
      failed: { create: 'The record was not saved', edit: 'The change was not saved' },
    },
  },
}
