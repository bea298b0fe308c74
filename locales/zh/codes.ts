/** Labels of the wire's code lists: `codes.<list>.<value>`. */

export const codes = {
  payStatus: { W: '待支付', P: '已支付', T: '超时关闭', C: '已取消' },
  payChannel: { ALI_NATIVE: '支付宝', WC_NATIVE: '微信支付', ALI_LIAN: '支付宝（连连）', WC_LIAN: '微信支付（连连）' },
  billingMode: { char: '按字符计费', time: '按时间计费' },
  deductionMode: {
    char: '按字符',
    time: '按时间',
    unlimited: '不限量',
    enable: '启用',
    disable: '禁用',
    distribute: '分配',
    modify: '修改',
    reset: '重置',
  },
  logType: {
    RECHARGE_ORDER_BY_MEMBER_GROUP: '套餐充值',
    SYS_MATRIX: '计费方式转换',
    SYS_ADJUST: '系统调整',
    RECOVERY: '额度回收',
    DISTRIBUTION: '额度分配',
    MATRIX: '通道转换',
    TRANSLATION_CONSUME: '翻译消费',
    VOICE_CONSUME: '语音消费',
    OTHER: '其他',
    INVITE_REWARD: '邀请奖励',
  },
  clientType: { web: '网页', windows: 'Windows', mac: 'macOS', android: 'Android', ios: 'iOS' },
  usageGroup: { channel: '按通道', user: '按账号' },
  flag: { '1': '启用', '0': '禁用' },
}
