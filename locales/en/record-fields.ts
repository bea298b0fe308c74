/** Labels of record fields that no public page shows, in English. */
import type { Same } from '#locales/words.ts'
import type { recordFields as zh } from '#locales/zh/record-fields.ts'

export const recordFields = {
  fields: {
    oldPassword: 'Current password',
    enabled: 'Status',
    loginIp: 'IP address',
    clientType: 'Client',
    loginDateTime: 'Login time',
    lastLoginDateTime: 'Last login',
    registerDateTime: 'Registered',
    createDateTime: 'Created',
    changeCharNum: 'Characters',
    changeVoiceNum: 'Voice units',
    changeImageNum: 'Images',
  },
} satisfies Same<typeof zh>
