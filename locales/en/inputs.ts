/** The English of `zh/inputs.ts`. */
import type { inputs as zh } from '#locales/zh/inputs.ts'
import type { Same } from '#locales/words.ts'

export const inputs = {
  fields: {
    text: 'Text',
    source: 'Source language',
    target: 'Target language',
    accountOrEmail: 'Username or e-mail',
    userPassword: 'Password',
    code: 'Code',
    salesNum: 'Quantity',
    payChannel: 'Payment channel',
    memberGroupId: 'Package',
    logType: 'Log type',
    createDateTimeBegin: 'Start time',
    createDateTimeEnd: 'End time',
    loginDateTimeBegin: 'Start time',
    loginDateTimeEnd: 'End time',
    targetChannelId: 'Translation channel',
    childUserId: 'Sub-account',
    childUserIds: 'Sub-accounts',
    childrenIds: 'Sub-accounts',
    ids: 'Contacts',
    channelIds: 'Translation channels',
    autoDistribution: 'Automatic distribution',
    lowCharNum: 'Low-balance alert',
    pageNum: 'Page',
    pageSize: 'Rows per page',
  },
  rules: {
    text: { max: 'Text can have at most {{limit}} characters' },
    salesNum: { min: 'Quantity must be at least {{limit}}', max: 'Quantity can be at most {{limit}}' },
    changeCharNum: { min: 'Characters must be at least {{limit}}', max: 'Characters can be at most {{limit}}' },
    changeVoiceNum: { min: 'Voice units must be at least {{limit}}', max: 'Voice units can be at most {{limit}}' },
    changeImageNum: { min: 'Images must be at least {{limit}}', max: 'Images can be at most {{limit}}' },
    childUserIds: {
      required: 'Choose sub-accounts',
      min: 'Choose at least {{limit}} sub-account',
      max: 'Choose at most {{limit}} sub-accounts at a time',
    },
    childrenIds: {
      type: 'Choose sub-accounts',
      min: 'Choose at least {{limit}} sub-account',
      max: 'Choose at most {{limit}} sub-accounts at a time',
    },
    ids: { type: 'Choose contacts', min: 'Choose at least {{limit}} contact', max: 'Choose at most {{limit}} contacts at a time' },
    channelIds: {
      required: 'Choose channels',
      min: 'Choose at least {{limit}} channel',
      max: 'Choose at most {{limit}} channels at a time',
    },
    lowCharNum: { min: 'The low-balance alert must be at least {{limit}}', max: 'The low-balance alert can be at most {{limit}}' },
    pageNum: { min: 'Page must be at least {{limit}}' },
    pageSize: { min: 'A page must have at least {{limit}} row', max: 'A page can have at most {{limit}} rows' },
  },
} satisfies Same<typeof zh>
