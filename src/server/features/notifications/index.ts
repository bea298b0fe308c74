/** What other features may use of notifications. */
export {
  type Announcement,
  closeAnnouncement,
  isOpen,
  publishIfDue,
} from './announcement-schedule.ts'
export { type NewNotice, createNotice, createNotices, markAnswered } from './create-notices.ts'
export { readInboxPage } from './read-inbox.ts'
