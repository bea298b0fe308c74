/** Messages of the sandbox cashier page. */

export const cashier = {
  title: '沙箱收银台',
  other: 'English',
  notice: '演示环境：点击支付不会真的扣款。',
  payee: '收款方',
  item: '商品',
  channel: '支付方式',
  order: '订单号',
  payUntil: '支付截止时间',
  paidAt: '支付时间',
  gatewayNo: '支付交易号',
  pay: '确认支付{{amount}}',
  back: '返回商家',
  backUnpaid: '返回我的订单',
  goOnThere: '可以关闭本页，回到显示二维码的页面继续。',
  states: {
    waiting: '待支付',
    paid: '支付成功',
    paidBefore: '此订单已支付',
    closed: '订单已关闭',
    expired: '订单已超时',
    unknown: '没有找到订单',
  },
  explained: {
    waiting: '请核对商品和金额后支付',
    paid: '您已付款，商家会自动到账',
    paidBefore: '没有重复扣款，无需再次支付',
    closed: '订单已被取消，不能再支付，没有扣款',
    expired: '已过支付截止时间，没有扣款，请重新下单',
    unknown: '付款链接不完整或已失效，请回到商家重新获取',
  },
}
