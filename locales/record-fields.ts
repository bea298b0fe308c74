/** Labels of record fields that no public page shows. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  fields: {
    oldPassword: '原密码',
    enabled: '状态',
    loginIp: '登录 IP',
    clientType: '客户端类型',
    loginDateTime: '登录时间',
    lastLoginDateTime: '最后登录时间',
    registerDateTime: '注册时间',
    createDateTime: '创建时间',
    changeCharNum: '字符数',
    changeVoiceNum: '语音次数',
    changeImageNum: '图片张数',
  },
}

export const en: Messages<typeof zh> = {
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
}
