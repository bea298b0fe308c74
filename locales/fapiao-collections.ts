/** Words of the collections of fapiao, as `locales/collections.ts` has them for the others. */
import type { CollectionWords } from '#locales/collection-messages.ts'
import { en as sharedEn, zh as sharedZh } from '#locales/fapiao-fields.ts'

export const zh: CollectionWords = {
  fapiaoTitles: {
    title: '发票抬头',
    one: '抬头',
    many: '抬头',
    help: '开票时选择的购买方信息。修改抬头不影响已提交的申请。',
    empty: '还没有抬头。添加后，就能为已支付的订单申请发票。',
    fields: {
      kind: '类型',
      name: '名称',
      ...sharedZh.buyer,
      isDefault: '默认抬头',
    },
    values: { kind: sharedZh.values.titleKind },
    hints: {
      name: '企业请填写营业执照上的全称，个人请填写姓名。',
      taxNo: '营业执照上的统一社会信用代码。',
      email: '发票文件发送到这个邮箱，每次申请时可以修改。',
      isDefault: '申请时自动选中。只有一个默认抬头。',
    },
    actions: { add: '添加抬头' },
    done: { add: '抬头已添加', edit: '抬头已保存' },
    confirm: { remove: '确定删除抬头“{{name}}”吗？\n已提交的申请不受影响。' },
  },
  fapiaos: {
    title: '发票',
    one: '发票',
    many: '发票',
    help: '为已支付的订单申请发票，开具后可下载，并发送到邮箱。',
    empty: '还没有发票。可以为已支付的订单申请，一张发票可以包含多个订单。',
    emptyWith: {
      state: {
        asked: '没有待开具的发票。',
        issuing: '没有正在开具的发票。',
        issued: '没有已开具的发票。',
        refused: '没有未通过的申请。',
        withdrawn: '没有已撤回的申请。',
        ended: '没有已失效的申请。',
        toReverse: '没有待红冲的发票。',
        reversed: '没有已红冲的发票。',
      },
    },
    fields: {
      number: '抬头 / 发票号码',
      ...sharedZh.buyer,
      ...sharedZh.fields,
      refundDateTime: '退款时间',
      reversalDateTime: '红冲时间',
      orderIds: '订单',
      orders: '订单',
      titleId: '抬头',
    },
    values: {
      ...sharedZh.values,
      state: {
        ...sharedZh.states,
        refused: '未通过',
        withdrawn: '已撤回',
      },
    },
    hints: {
      kind: '专用发票用于抵扣增值税，需要企业抬头和税号。',
      email: '开具后，发票文件发送到这个邮箱。',
      remark: '印在发票的备注栏。',
    },
    actions: {
      ask: '申请发票',
      withdraw: '撤回',
      details: '详情',
      download: '下载',
      titles: '发票抬头',
    },
    confirm: { withdraw: '确定撤回这个开票申请吗？\n撤回后，这些订单可以重新申请。' },
    done: { withdraw: '已撤回', download: '发票已下载' },
  },
}

export const en: CollectionWords = {
  fapiaoTitles: {
    title: 'Fapiao titles',
    one: 'title',
    many: 'titles',
    help: 'Who a fapiao (Chinese tax invoice) is issued to. Changing a title doesn’t change requests already made.',
    empty: 'No titles yet. Add one to request a fapiao for your paid orders.',
    fields: {
      kind: 'Type',
      name: 'Name',
      ...sharedEn.buyer,
      isDefault: 'Default title',
    },
    values: { kind: sharedEn.values.titleKind },
    hints: {
      name: 'A company’s full name as on its business licence, or a person’s name.',
      taxNo: 'The unified social credit code on the business licence.',
      email: 'Where the file is sent. You can change it in each request.',
      isDefault: 'Chosen when you request a fapiao. Only one title is the default.',
    },
    actions: { add: 'Add a title' },
    done: { add: 'Title added', edit: 'Title saved' },
    confirm: { remove: 'Delete the title {{name}}?\nRequests already made stay as they are.' },
  },
  fapiaos: {
    title: 'Fapiao',
    one: 'fapiao',
    many: 'fapiao',
    help: 'Request a fapiao (Chinese tax invoice) for paid orders. Once issued, you can download it, and it is sent by email.',
    empty: 'No fapiao yet. Request one for your paid orders; it can cover several.',
    emptyWith: {
      state: {
        asked: 'No fapiao is waiting to be issued.',
        issuing: 'No fapiao is being issued.',
        issued: 'No issued fapiao.',
        refused: 'No refused requests.',
        withdrawn: 'No withdrawn requests.',
        ended: 'No ended requests.',
        toReverse: 'No fapiao has to be reversed.',
        reversed: 'No reversed fapiao.',
      },
    },
    fields: {
      number: 'Title or fapiao number',
      ...sharedEn.buyer,
      ...sharedEn.fields,
      refundDateTime: 'Refunded',
      reversalDateTime: 'Reversed',
      orderIds: 'Orders',
      orders: 'Orders',
      titleId: 'Title',
    },
    values: {
      ...sharedEn.values,
      state: {
        ...sharedEn.states,
        refused: 'Refused',
        withdrawn: 'Withdrawn',
      },
    },
    hints: {
      kind: 'A special fapiao is for deducting VAT and needs a company title with a tax number.',
      email: 'The file is sent to this address once it is issued.',
      remark: 'Printed in the remarks of the fapiao.',
    },
    actions: {
      ask: 'Request a fapiao',
      withdraw: 'Withdraw',
      details: 'Details',
      download: 'Download',
      titles: 'Titles',
    },
    confirm: { withdraw: 'Withdraw this request?\nYou can request a fapiao for its orders again.' },
    done: { withdraw: 'Request withdrawn', download: 'Fapiao downloaded' },
  },
}
