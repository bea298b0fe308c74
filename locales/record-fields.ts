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
    groupName: '分组',
    changeCharNum: '字符数',
    changeVoiceNum: '语音次数',
    changeImageNum: '图片张数',
  },
  /** Words of flags whose resource has none of its own. */
  values: { enabled: { '1': '启用', '0': '停用' } },
  rules: {
    digits: '{{field}}应为{{limit}}位数字',
    creditLength: '{{field}}应为{{limit}}位',
    creditCharacter: '{{field}}不能含有“{{character}}”：只用数字和大写字母，不用I、O、S、V、Z',
    creditCheck: '{{field}}的校验位不正确，请检查是否输错',
    link: '{{field}}不能包含网址、域名或邮箱地址；英文句号后请空一格',
    /** By kind of value. */
    kinds: {
      link: {
        pattern: '{{field}}须以 https:// 或 http:// 开头',
        max: '{{field}}最多{{limit}}个字符',
      },
      picture: {
        pattern: '{{field}}须为 PNG 或 JPEG 图片',
        max: '{{field}}过大',
      },
      longText: {
        min: '{{field}}至少{{limit}}个字符',
        max: '{{field}}最多{{limit}}个字符',
      },
      choice: {
        required: '请选择{{field}}',
        pattern: '{{field}}不正确，请重新选择',
        type: '{{field}}不正确，请重新选择',
      },
      number: {
        min: '{{field}}不能小于{{limit}}',
        max: '{{field}}不能大于{{limit}}',
        type: '{{field}}应为整数',
      },
      list: {
        required: '请填写{{field}}',
        min: '{{field}}至少{{limit}}个',
        max: '{{field}}最多{{limit}}个',
      },
      amount: {
        min: '{{field}}不能小于{{limit}}',
        max: '{{field}}不能大于{{limit}}',
        type: '{{field}}请填写金额，最多两位小数，如12.50',
      },
      date: {
        required: '请选择{{field}}',
        type: '{{field}}不是有效日期，请按“年-月-日”填写，如2026-11-22',
      },
    },
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
    groupName: 'Group',
    changeCharNum: 'Characters',
    changeVoiceNum: 'Voice units',
    changeImageNum: 'Images',
  },
  values: { enabled: { '1': 'Enabled', '0': 'Disabled' } },
  rules: {
    digits: '{{field}} must have {{limit}} digits',
    creditLength: '{{field}} must have {{limit}} characters',
    creditCharacter:
      '{{field}} can’t contain “{{character}}”: it has digits and capital letters except I, O, S, V and Z',
    creditCheck: '{{field}} is mistyped: its last character does not match the others',
    link: '{{field}} must not contain a web address, a domain or an email address; put a space after a full stop',
    kinds: {
      link: {
        pattern: '{{field}} must start with https:// or http://',
        max: '{{field}} must be {{limit}} characters or fewer',
      },
      picture: {
        pattern: '{{field}} must be a PNG or JPEG picture',
        max: '{{field}} is too large',
      },
      longText: {
        min: '{{field}} must be at least {{limit}} characters',
        max: '{{field}} must be {{limit}} characters or fewer',
      },
      choice: {
        required: '{{field}} is required',
        pattern: '{{field}} is not valid. Choose another',
        type: '{{field}} is not valid. Choose another',
      },
      number: {
        min: '{{field}} must be at least {{limit}}',
        max: '{{field}} must be at most {{limit}}',
        type: '{{field}} must be a whole number',
      },
      list: {
        required: '{{field}}: enter at least one',
        min: '{{field}}: enter at least {{limit}}',
        max: '{{field}}: enter at most {{limit}}',
      },
      amount: {
        min: '{{field}} must be at least {{limit}}',
        max: '{{field}} must be at most {{limit}}',
        type: '{{field}} must be an amount with at most two decimals, such as 12.50',
      },
      date: {
        required: '{{field}} is required',
        type: '{{field}} must be a valid date, such as 2026-11-22',
      },
    },
  },
}
