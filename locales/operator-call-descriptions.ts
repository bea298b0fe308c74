/** Descriptions of the operators' calls as commands, by group. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  operators: {
    page: '运营人员列表。',
    create: '新增运营人员，并返回一次登录凭证。',
    edit: '修改运营人员的姓名和角色。',
    changeEnabled: '停用或启用运营人员；不能用于自己的账号。',
    renewCredentials: '重新发放运营人员的密码和验证器密钥，并结束其所有登录。',
  },
  operatorLog: {
    page: '运营人员的操作记录，新的在前。',
  },
  refusedSignIns: {
    page: '运营后台被拒绝的登录和输错的密码，新的在前。',
  },
  approvals: {
    page: '审批申请：待处理的在前，其余按时间倒序。',
    approve: '批准并执行一次申请；不能批准自己的申请。',
    refuse: '拒绝申请，或撤回自己的申请。',
  },
  packages: {
    preview: '预览套餐修改的影响，不保存。',
  },
  channels: {
    preview: '预览翻译通道修改的影响，不保存。',
  },
  announcements: {
    withdraw: '撤回公告：已打开的页面不再显示，此后无人收到。',
  },
  unmatchedPayments: {
    page: '对不上订单的付款，待处理的在前。',
    get: '一笔付款及其可能对应的订单。',
    previewOrder: '预览把付款入账到订单的结果。',
    previewAccount: '预览把付款入账到账号的结果。',
    assign: '把付款入账到订单；入账到付款人以外的账号等情况须审批。',
    credit: '不经订单把付款入账到账号；入账到付款人以外的账号等情况须审批。',
    markReturned: '标记付款已在支付平台退回，并填写依据。',
  },
  refunds: {
    page: '退款列表，待结清的在前。',
    get: '一笔退款及其订单。',
    previewSettle: '预览结清退款会扣除多少额度。',
    settle: '在余额范围内扣除退款所购的额度，或申请审批；申请须填写备注。',
    previewRecord: '预览登记退款会扣除多少额度。',
    record: '申请登记一笔已在支付平台退回的订单退款。',
  },
  refundRequests: {
    page: '客户的退款申请，待处理的在前。',
    approve: '批准一个退款申请：之后不能撤回或拒绝，可以到支付平台退款。',
    reopen: '取消批准，让退款申请重新等待处理。',
    decline: '拒绝一个退款申请，并退还已扣除的额度。',
    rules: '申请退款的规则。',
    saveRules: '修改申请退款的规则，对之后的申请生效。',
  },
  customerFapiaos: {
    page: '发票列表，待开具和待红冲的在前。',
    get: '一张发票及其订单。',
    take: '接手一个开票申请，再到税务系统开具；期间客户不能撤回，其他运营人员能看到由谁接手。',
    putBack: '放回一个已接手的开票申请。',
    issue: '登记发票的号码、日期和文件，并把文件发给客户。',
    refuse: '拒绝一个开票申请，并告诉客户原因。',
    reverse: '登记红字发票的号码、日期和文件；没有退款时须填写原因。',
    correct:
      '更正登记错误的号码、日期、金额或文件，原来的内容保留可查；客户会收到通知和正确的文件。',
    exchange: '互换两张登记反了的发票的号码，或连同日期和文件；两位客户都会收到通知和正确的文件。',
    download: '发票文件，或红字发票文件；或更正前的文件。',
  },
  customerOrders: {
    page: '所有客户的订单，新的在前。',
    get: '一个订单及其经过，按订单号查询。',
    flush: '立即向支付平台核对一个订单，查到付款即入账。',
  },
  globalSearch: {
    find: '在客户、订单、对不上订单的付款和退款中查找，每类返回前几个。',
  },
  customers: {
    page: '按邮箱、用户名、昵称、子账号、用户编号、邀请码、订单号、付款号或退款号查找账号。',
    get: '一个账号的全部资料，按用户编号查询。',
    usage: '客户每天翻译的字符数，按通道或账号分组；主账号包括其子账号。',
    suspend: '停用主账号及其子账号。',
    reopen: '恢复已停用的主账号。',
    endSessions: '结束账号的所有登录；可包括其整个账号组。',
    removeTwoFactor: '核实身份后移除两步验证，并在原因中写明核实方式。',
    adjustable: '24小时内无需审批还可为一个账号组调整的额度和分钟数；同时受本人当天剩余额度限制。',
    adjust: '调整账号的额度；数额较大时申请审批。',
  },
  supportViewRequests: {
    get: '查看某个账号的最近一次申请，按用户编号查询。',
    ask: '请求账号本人允许客服只读查看。',
    end: '结束自己的查看，或撤回申请。',
  },
  dayLimits: {
    left: '今天无需第二人批准还可以变动的数额。',
  },
  today: {
    get: '今天、最近7天和30天的数据，以及需要处理的事项。',
  },
}

export const en: Messages<typeof zh> = {
  operators: {
    page: 'Lists the operators.',
    create: 'Adds an operator and returns the credentials, once.',
    edit: 'Changes an operator’s name and role.',
    changeEnabled: 'Disables or enables an operator; not allowed for your own account.',
    renewCredentials:
      'Replaces an operator’s password and authenticator secret and ends the sessions.',
  },
  operatorLog: {
    page: 'Lists the changes by operators, newest first.',
  },
  refusedSignIns: {
    page: 'Lists refused sign-ins and wrong passwords of operators, the latest first.',
  },
  approvals: {
    page: 'Lists the requests for approval: open ones first, then newest.',
    approve: 'Carries a request out, once; never by the operator who asked.',
    refuse: 'Refuses a request, or withdraws one’s own.',
  },
  packages: {
    preview: 'Returns what a change would do, without saving it.',
  },
  channels: {
    preview: 'Returns what a change would do, without saving it.',
  },
  announcements: {
    withdraw:
      'Withdraws an announcement: it disappears from open pages and is no longer sent to anyone.',
  },
  unmatchedPayments: {
    page: 'Lists payments that match no order, those to be handled first.',
    get: 'Returns one payment with the orders to which it may belong.',
    previewOrder: 'Returns what crediting the payment to an order would do.',
    previewAccount: 'Returns what crediting the payment to an account would do.',
    assign:
      'Credits the payment to an order, or asks for approval, as to another account than the payer’s.',
    credit:
      'Credits the payment to an account without an order, or asks for approval, as to another account than the payer’s.',
    markReturned: 'Marks the payment as given back at the payment platform, with its reference.',
  },
  refunds: {
    page: 'Lists refunds, those to be settled first.',
    get: 'Returns one refund and its order.',
    previewSettle: 'Returns what settling a refund would deduct.',
    settle:
      'Deducts the quota bought with the refunded money, as far as the balance allows, or asks for approval, which needs the note.',
    previewRecord: 'Returns what recording a refund would deduct.',
    record: 'Asks for a refund of an order that was given back at the payment platform.',
  },
  refundRequests: {
    page: 'Lists the customers’ requests for refunds, those that wait first.',
    approve:
      'Approves a request for a refund, which can then be neither withdrawn nor declined, so that the money can be given back.',
    reopen: 'Takes an approval back, so that the request waits again.',
    decline: 'Declines a request for a refund and gives back the quota that it had taken.',
    rules: 'Returns the rules of refund requests.',
    saveRules: 'Changes the rules of refund requests, for requests from now on.',
  },
  customerFapiaos: {
    page: 'Lists the fapiao of all customers, those to issue or to reverse first.',
    get: 'Returns one fapiao and its orders.',
    take: 'Takes a request before it is issued in the tax system, so that nobody else issues it and the customer can’t withdraw it.',
    putBack: 'Puts a request that was taken back among those that wait.',
    issue: 'Records the number, date and file of a fapiao, and sends the file to the customer.',
    refuse: 'Refuses a request for a fapiao and tells the customer why.',
    reverse:
      'Records the number, date and file of a red-letter fapiao; without a refund, the reason is needed.',
    correct:
      'Corrects a wrong number, date, sum or file; the former ones are kept, and the customer is notified and gets the right file.',
    exchange:
      'Exchanges the numbers of two fapiao that were recorded crosswise, or dates and files too; both customers are notified and get the right file.',
    download:
      'Returns the file of a fapiao, or of its red-letter reversal, or one that was replaced.',
  },
  customerOrders: {
    page: 'Lists the orders of all customers, newest first.',
    get: 'Returns one order, by its number, and its history.',
    flush: 'Checks one order with the payment platform now, and credits a payment found there.',
  },
  globalSearch: {
    find: 'Finds the first few customers, orders, unmatched payments and refunds that match a text.',
  },
  customers: {
    page: 'Finds accounts by email, username, nickname, sub-account, user id, invitation code, order, payment or refund number.',
    get: 'Returns all that is stored about one account, by its user id.',
    usage:
      'Characters that a customer translated per day, by channel or account; of a main account with its sub-accounts.',
    suspend: 'Suspends a main account with its sub-accounts.',
    reopen: 'Reactivates a suspended main account.',
    endSessions: 'Signs an account out everywhere; with `group`, all accounts of its group.',
    removeTwoFactor:
      'Removes two-step verification after a check of the identity, named in the reason.',
    adjustable:
      'Returns how much quota and how many minutes can still be adjusted for an account group within 24 hours without approval, as far as the operator’s own day allows it too.',
    adjust: 'Changes an account’s balance, or asks for approval if it is changed by a lot.',
  },
  supportViewRequests: {
    get: 'Returns the latest request to view an account, by its user id.',
    ask: 'Asks the person of an account to let support view it read-only.',
    end: 'Ends the operator’s own view, or withdraws the request.',
  },
  dayLimits: {
    left: 'Returns what the operator may still move today without a second operator.',
  },
  today: {
    get: 'Returns the figures of today and of the last 7 and 30 days, and what needs attention.',
  },
}
