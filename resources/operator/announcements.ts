/** Announcements in both languages, now or at a planned time. */
import { list } from '#console/engine/resource.ts'
import { announcementCollection } from '#contract/operator/announcements.ts'

export default list(announcementCollection, {
  route: 'operator/announcements',
  menu: ['catalogue', 5, 'log'],
  columns: [
    { field: ['title', 'enTitle'] },
    { field: ['content', 'enContent'] },
    'state',
    'level',
    'publishDateTime',
    { field: 'endDateTime', stackUnder: 'publishDateTime' },
  ],
  forms: { edit: { when: { state: ['scheduled', 'published'] } } },
  actions: { withdraw: { when: { state: ['scheduled', 'published'] }, confirm: 'danger' } },
})
