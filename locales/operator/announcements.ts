/** Messages of the operators' page on announcements. */
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
  },
  resources: {
    announcements: {
      title: '公告',
      help: '向所有访客和客户显示的通知，中英文各一份。到了发布时间，已打开的页面会自动显示。',
      empty: '还没有公告。',
      fields: {
        titleEnTitle: '标题',
        contentEnContent: '内容',
        title: '中文标题',
        content: '中文内容',
        enTitle: '英文标题',
        enContent: '英文内容',
        level: '级别',
        publishDateTime: '发布时间',
        endDateTime: '结束时间',
        state: '状态',
      },
      hints: {
        publishDateTime: '业务时区（默认北京时间）。留空则立即发布。',
        endDateTime: '到时自动从页面上移除，留空则一直显示。',
        level: '“重要”会弹出提示，适合停机维护等。',
      },
      actions: { create: '发布公告', withdraw: '撤回' },
      confirm: {
        withdraw: '确定撤回公告“{{name}}”吗？\n它会立即从所有打开的页面上消失，不会再显示。',
      },
      done: { withdraw: '公告已撤回' },
      failed: { create: '公告未保存', edit: '修改未保存' },
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
  },
  resources: {
    announcements: {
      title: 'Announcements',
      help: 'Notices to all visitors and customers, in both languages. Open pages show them when their time comes.',
      empty: 'No announcements yet.',
      fields: {
        titleEnTitle: 'Title',
        contentEnContent: 'Text',
        title: 'Chinese title',
        content: 'Chinese text',
        enTitle: 'English title',
        enContent: 'English text',
        level: 'Level',
        publishDateTime: 'Publish at',
        endDateTime: 'End at',
        state: 'State',
      },
      hints: {
        publishDateTime: 'Business time zone, by default Beijing. Leave empty to publish now.',
        endDateTime: 'Leaves all pages at this time. Leave empty to keep it.',
        level: 'Important ones pop up; use them for maintenance and the like.',
      },
      actions: { create: 'New announcement', withdraw: 'Withdraw' },
      confirm: {
        withdraw:
          'Withdraw the announcement “{{name}}”?\nIt disappears from all open pages at once and is not shown again.',
      },
      done: { withdraw: 'Announcement withdrawn' },
      failed: { create: 'The announcement was not saved', edit: 'The change was not saved' },
    },
  },
}
