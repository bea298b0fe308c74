/** What other features may use of notifications. */
export {
  type Announcement,
  closeAnnouncement,
  isOpen,
  publishIfDue,
} from './announcement-schedule.ts'
export { readInboxPage } from './queries.ts'
export { type NewNotice, createNotice, createNotices, markAnswered } from './service.ts'
