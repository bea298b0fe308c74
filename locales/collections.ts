/**
 * Words of the collections: one block per language and collection, under the collection's name.
 * `one` and `many` are what people call its rows; `values` are the words of a yes/no field, no
 * first, or of a choice, by code. Everything else is made of them by `locales/collection-messages.ts`.
 */
import type { CollectionWords } from '#locales/collection-messages.ts'

export const zh: CollectionWords = {
  contacts: {
    title: '工作空间',
    one: '联系人',
    many: '联系人',
    help: '按空间管理客户，和受邀的同事一起维护。',
    empty: '这个空间还没有联系人。添加后，空间成员都能看到。',
    fields: {
      spaceId: '空间',
      title: '姓名',
      cellphone: '联系方式',
      company: '公司',
      step: '销售阶段',
      country: '国家/地区',
      tags: '标签',
      fromApp: '来源',
    },
    values: {
      step: {
        lead: '新线索',
        contacted: '已联系',
        quoted: '已报价',
        negotiating: '洽谈中',
        won: '已成交',
        lost: '已流失',
      },
      fromApp: {
        WhatsApp: 'WhatsApp',
        WeChat: '微信',
        Telegram: 'Telegram',
        Line: 'LINE',
        Messenger: 'Messenger',
        Instagram: 'Instagram',
        LinkedIn: '领英',
        website: '官网',
        fair: '展会',
        referral: '客户介绍',
      },
    },
    confirm: {
      remove: '确定删除联系人“{{name}}”吗？\n空间里的其他人也将看不到，且无法恢复。',
      removeMany_other:
        '确定删除选中的{{count}}个联系人吗？\n空间里的其他人也将看不到，且无法恢复。',
    },
  },
}

export const en: CollectionWords = {
  contacts: {
    title: 'Workspace',
    one: 'contact',
    many: 'contacts',
    help: 'Customer contacts, organised in spaces that you share with your team.',
    empty: 'No contacts in this space yet. Everyone in the space sees the contacts you add.',
    fields: {
      spaceId: 'Space',
      title: 'Name',
      cellphone: 'Contact method',
      company: 'Company',
      step: 'Sales stage',
      country: 'Country',
      tags: 'Tags',
      fromApp: 'Source',
    },
    values: {
      step: {
        lead: 'New lead',
        contacted: 'Contacted',
        quoted: 'Quoted',
        negotiating: 'Negotiating',
        won: 'Won',
        lost: 'Lost',
      },
      fromApp: {
        WhatsApp: 'WhatsApp',
        WeChat: 'WeChat',
        Telegram: 'Telegram',
        Line: 'LINE',
        Messenger: 'Messenger',
        Instagram: 'Instagram',
        LinkedIn: 'LinkedIn',
        website: 'Website',
        fair: 'Trade fair',
        referral: 'Referral',
      },
    },
    confirm: {
      remove:
        'Delete the contact “{{name}}”?\nIt is deleted for everyone in the space and can’t be restored.',
      removeMany_one:
        'Delete the {{count}} selected contact?\nIt is deleted for everyone in the space and can’t be restored.',
      removeMany_other:
        'Delete the {{count}} selected contacts?\nThey are deleted for everyone in the space and can’t be restored.',
    },
  },
}
