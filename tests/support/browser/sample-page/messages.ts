/** Messages of the sample resource, for `locales/resources.ts`. */

export const words = {
  zh: {
    title: '工单',
    help: '向客服提出的问题和处理结果。',
    empty: '还没有工单',
    fields: {
      subject: '主题',
      messages: '消息数',
      refund: '退款',
      urgent: '紧急',
      openedDateTime: '提交时间',
    },
    actions: {
      create: '提交工单',
      close: '关闭工单',
      closeMany: '关闭工单',
      changeUrgent: { on: '标为紧急', off: '取消紧急' },
    },
    confirm: { close: '确定关闭工单“{{name}}”吗？' },
    done: { changeUrgent: { on: '已标为紧急', off: '已取消紧急' } },
  },
  en: {
    title: 'Tickets',
    help: 'What you asked customer service, and what came of it.',
    empty: 'No tickets yet',
    fields: {
      subject: 'Subject',
      messages: 'Messages',
      refund: 'Refund',
      urgent: 'Urgent',
      openedDateTime: 'Opened',
    },
    actions: {
      create: 'Open a ticket',
      close: 'Close ticket',
      closeMany: 'Close ticket',
      changeUrgent: { on: 'Mark urgent', off: 'Not urgent' },
    },
    confirm: { close: 'Close the ticket “{{name}}”?' },
    done: { changeUrgent: { on: 'Marked urgent', off: 'No longer urgent' } },
  },
}
