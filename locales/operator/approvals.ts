/** Messages of the operators' page of requests for approval. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  resources: {
    approvals: {
      title: '审批',
      help: '较大的额度调整、人工登记的退款、入账到付款人以外的账号，以及超出个人单日限额的操作，由另一位有权限的同事批准后才生效。自己提出的申请只能撤回。',
      empty: '没有需要审批的申请',
      emptyWith: { state: { open: '申请已全部处理' } },
      fields: {
        createDateTime: '申请时间',
        kind: '类型',
        subject: '对象',
        operator: '申请人',
        reason: '原因',
        state: '状态',
        decidedOperator: '处理人',
        decideDateTime: '处理时间',
        note: '意见',
      },
      actions: { decide: '审批', show: '查看' },
    },
  },
  codes: {
    approvalKind: { adjust: '额度调整', refund: '退款', credit: '付款入账', settle: '退款结清' },
    approvalState: {
      open: '待审批',
      approved: '已批准',
      refused: '已拒绝',
      withdrawn: '已撤回',
      lapsed: '已失效',
    },
  },
  approvals: {
    title: '审批申请',
    viewTitle: '申请详情',
    what: '申请内容',
    own: '这是您提出的申请，需要另一位同事批准。您可以撤回。',
    other: '您的角色不能批准这项申请。',
    linked:
      '您与申请人在最近30天内有账号授权关系（由对方或同一人新增、启用或重新发放凭证），不能批准，只能拒绝。请由另一位同事批准，或请负责人在服务器上运行 npm run ops -- operators confirm 邮箱。',
    note: '意见',
    noteHelp: '拒绝或撤回时必填，与申请一起保存',
    approve: '批准并执行',
    refuse: '拒绝',
    withdraw: '撤回申请',
    approved: '已批准，修改已生效',
    refused: '已拒绝',
    withdrawn: '已撤回',
    account: '查看客户',
    payer: '付款人',
    unknownPayer: '未知：付款附带的订单号不存在',
    toOrder: '入账到订单',
    toAccount: '入账到账号',
  },
}

export const en: Messages<typeof zh> = {
  resources: {
    approvals: {
      title: 'Approvals',
      help: 'Large adjustments, manually recorded refunds, payments credited to an account other than the payer’s, and anything over an operator’s daily limit take effect once a colleague with the right role approves them. You can withdraw your own requests but not approve them.',
      empty: 'Nothing to approve',
      emptyWith: { state: { open: 'No open requests' } },
      fields: {
        createDateTime: 'Requested',
        kind: 'Type',
        subject: 'Subject',
        operator: 'Requested by',
        reason: 'Reason',
        state: 'Status',
        decidedOperator: 'Reviewed by',
        decideDateTime: 'Reviewed',
        note: 'Note',
      },
      actions: { decide: 'Review', show: 'View' },
    },
  },
  codes: {
    approvalKind: {
      adjust: 'Adjustment',
      refund: 'Refund',
      credit: 'Payment credit',
      settle: 'Refund settlement',
    },
    approvalState: {
      open: 'Open',
      approved: 'Approved',
      refused: 'Rejected',
      withdrawn: 'Withdrawn',
      lapsed: 'Expired',
    },
  },
  approvals: {
    title: 'Review request',
    viewTitle: 'Request',
    what: 'Request',
    own: 'You made this request, so a colleague has to approve it. You can withdraw it.',
    other: 'Your role can’t approve this request.',
    linked:
      'Within the last 30 days, you or the requester gave the other access, or the same person gave access to both of you. You can reject this request, but another colleague has to approve it. Or confirm the new operator on the server: npm run ops -- operators confirm EMAIL.',
    note: 'Note',
    noteHelp: 'Required to reject or withdraw. Saved with the request',
    approve: 'Approve and apply',
    refuse: 'Reject',
    withdraw: 'Withdraw',
    approved: 'Approved and applied',
    refused: 'Rejected',
    withdrawn: 'Withdrawn',
    account: 'View customer',
    payer: 'Payer',
    unknownPayer: 'Unknown: the order on the payment doesn’t exist',
    toOrder: 'Credit to order',
    toAccount: 'Credit to account',
  },
}
