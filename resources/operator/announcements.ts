/** Announcements in both languages, now or at a planned time. */
import { list } from '#console/engine/resource.ts'
import { operatorAnnouncements } from '#contract/operator/announcements.ts'
import { changedAnnouncement, newAnnouncement } from '#operator/catalogue/publishing.ts'

export default list(operatorAnnouncements, {
  route: 'operator/announcements',
  menu: ['catalogue', 5, 'log'],
  columns: [
    { field: ['title', 'enTitle'] },
    { field: ['content', 'enContent'] },
    'state',
    'level',
    'publishDateTime',
    'endDateTime',
  ],
  forms: {
    create: { outcome: newAnnouncement },
    edit: { when: { state: ['scheduled', 'published'] }, outcome: changedAnnouncement },
  },
  actions: { withdraw: { when: { state: ['scheduled', 'published'] }, confirm: 'danger' } },
})
