/** Messages of the operators' pages on payments: unmatched ones, refunds, orders of customers. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  resources: {
    unmatchedPayments: {
      title: '待核对付款',
      help: '已收到但未自动入账的款项。客户反映付款未到账时，请先在这里查找。每笔只能处理一次：入账，或标记为已退回。',
      empty: '没有待核对的付款，款项均已入账',
      emptyWith: { state: { open: '付款已全部处理' } },
      fields: {
        number: '付款单号 / 订单号',
        createDateTime: '收到通知',
        payDateTime: '付款时间',
        amount: '金额',
        gateway: '支付平台',
        gatewayNo: '付款单号',
        orderNo: '付款附带的订单号',
        account: '账号',
        reason: '未入账原因',
        state: '处理结果',
        handledBy: '处理人',
      },
      actions: { assign: '处理', show: '查看' },
    },
    customerOrders: {
      title: '客户订单',
      help: '全部客户的订单。可以按订单号、付款单号或账号的任意一段查找。',
      empty: '还没有订单',
      fields: {
        no: '订单号',
        gatewayNo: '付款单号',
        account: '账号',
        payStatusPayChannel: '支付信息',
        payChannel: '支付方式',
        payStatus: '支付状态',
        memberGroupName: '套餐',
        num: '数量',
        amount: '金额',
        createDateTime: '下单时间',
      },
      actions: { flush: '核对', show: '查看', refund: '退款' },
      done: {
        flush: {
          W: '支付平台还没有收到这笔付款',
          P: '已收到付款，额度已到账',
          T: '支付平台没有收到这笔付款，订单已超时关闭',
          C: '支付平台没有收到这笔付款，订单已取消',
        },
      },
    },
  },
  codes: {
    paymentGateway: {
      alipay: '支付宝',
      wechat: '微信支付',
      lianlian: '连连支付',
      sandbox: '模拟支付',
    },
    unmatchedReason: {
      unknownOrder: '没有这个订单',
      wrongAmount: '金额与订单不符',
      wrongChannel: '支付方式与订单不符',
      paidTwice: '重复付款',
      numberUsed: '付款单号已使用',
      accountClosed: '账号已注销',
      beyond: '超过额度上限',
      refunded: '入账前已退款',
    },
    unmatchedState: {
      open: '待处理',
      asked: '已提交审批',
      order: '已入账到订单',
      account: '已入账到账号',
      returned: '已退回',
      refunded: '支付平台已退款',
      other: '已另行处理',
    },
  },
  payments: {
    /** Why the payment was not credited, and what to do. */
    why: {
      unknownOrder: '付款附带的订单号 {{no}} 不存在。请先核实付款客户，再入账到其订单或账号。',
      wrongAmount: '付款¥{{paid}}与订单{{no}}的金额¥{{amount}}不一致。可以入账到账号，或退回。',
      wrongChannel: '订单{{no}}不是通过这个支付平台下的单。核实后可以入账到这个订单。',
      paidTwice: '订单{{no}}已支付，这是重复的一笔。可以入账到客户的另一订单或账号，或退回。',
      numberUsed: '这个付款单号已为其他订单入账，没有多收款项。核实后标记为已退回即可。',
      accountClosed: '订单{{no}}的账号已注销。一般应在支付平台退回。',
      beyond: '入账后会超过账号的额度上限。一般应在支付平台退回。',
      refunded: '这笔款项在入账前已由支付平台退回，不能再入账。',
    },
    facts: {
      payment: '付款单号',
      named: '付款附带的订单号',
      gateway: '支付平台',
      paid: '付款时间',
      notified: '收到通知',
      account: '账号',
    },
    unknownOrder: '{{no}}（系统中没有）',
    creditRequest: '{{operator}} 于 {{createDateTime}} 提交了入账审批，批准后入账。',
    handle: {
      title: '处理付款',
      viewTitle: '付款详情',
      how: '处理方式',
      toOrder: '入账到订单',
      toAccount: '入账到账号',
      returned: '已退回',
      candidates: '同金额的未支付订单',
      candidatesHelp: '与客户核对后选择。',
      openOrder:
        '这个订单还没有支付。入账后，它的付款页会在支付平台关闭；如果客户在此之前又付了一次，该笔付款会进入待核对付款。',
      noCandidates: '付款前三天内没有同金额的未支付订单。请输入客户提供的订单号，或入账到账号。',
      orderNo: '订单号',
      orderHelp: '在上面选择，或输入客户提供的订单号',
      sameCustomer: '同一客户',
      sameChannel: '支付方式相符',
      before: '付款前{{time}}下单',
      beforeDays: '付款前{{days}}天下单',
      after: '付款后下单',
      account: '客户账号',
      accountHelp:
        '邮箱、用户名或子账号名。按该账号的通道价格折算成字符或时长，记入主账号；字符不会过期。',
      note: '备注',
      noteHelp: '为什么入账到这个账号，例如客户提供的付款截图',
      reference: '退款单号',
      referenceHelp: '请先在支付平台退款，再填写退款单号。这里只做标记，不会退款。',
      result: '入账后，{{account}}的余额：',
      otherChannel:
        '订单购买的是另一个翻译通道：客户将改用该通道，原有余额按两个通道的单价换算，所以字符数会变化。',
      askOrder:
        '确定把{{amount}}入账到{{account}}的订单{{no}}吗？\n每笔付款只能入账一次，入账后不能撤销。',
      askChannel: '客户的翻译通道由“{{before}}”改为“{{after}}”，原有字符按等值换算。',
      askAccount:
        '确定把{{amount}}入账到账号{{account}}吗？\n每笔付款只能入账一次，入账后不能撤销。',
      credit: '确定入账',
      submitOrder: '入账{{amount}}到这个订单',
      submitAccount: '入账{{amount}}到这个账号',
      submitReturned: '标记{{amount}}已退回',
      doneOrder: '已入账，客户会收到到账通知',
      doneAccount: '已入账，客户会收到通知',
      doneReturned: '已标记为退回',
      financeOnly: '您的角色可以查看，处理请联系财务。',
      notCreditable: '这笔款项已入账或退回，不能再入账。',
    },
    handled: {
      order: '{{who}} 于 {{at}} 入账到订单 {{handling}}，账号 {{account}}。',
      account: '{{who}} 于 {{at}} 入账到账号 {{account}}。备注：{{handling}}',
      returned: '{{who}} 于 {{at}} 标记为已退回，退款单号：{{handling}}',
      refunded: '支付平台于 {{at}} 退款：{{handling}}',
      other: '{{who}} 于 {{at}} 处理：{{handling}}',
    },
    quota: {
      chars: '{{amount}}字符',
      until: '有效期至 {{at}}',
      noTime: '没有有效期',
    },
    order: {
      title: '订单 {{no}}',
      package: '{{name}} × {{count}}',
      quota: '所购额度',
    },
    approval: {
      why: {
        otherAccount:
          '会入账到付款人以外的账号（或付款附带的订单号不存在，无法确认付款人），须经另一位有权限的同事批准后才入账。',
        dayLimit: '超过您今天可自行处理的金额，须经另一位有权限的同事批准后才生效。',
      },
      left: {
        name: '您今天的剩余限额',
        credits: '您今天还可自行入账{{left}}，每日上限{{limit}}。',
        refunds: '您今天还可自行结清退款{{left}}，每日上限{{limit}}。',
      },
      noteHelp: '审批的同事会看到，请写明依据',
      submit: '提交审批',
      done: '已提交审批，批准后生效',
    },
  },
}

export const en: Messages<typeof zh> = {
  resources: {
    unmatchedPayments: {
      title: 'Unmatched payments',
      help: 'Payments received but not credited. When a customer has paid and received nothing, look here first.',
      empty: 'No unmatched payments: all money received was credited',
      emptyWith: { state: { open: 'No payments left to handle' } },
      fields: {
        number: 'Payment or order no.',
        createDateTime: 'Reported',
        payDateTime: 'Paid',
        amount: 'Amount',
        gateway: 'Payment platform',
        gatewayNo: 'Payment no.',
        orderNo: 'Order no.',
        account: 'Account',
        reason: 'Reason',
        state: 'Outcome',
        handledBy: 'Handled by',
      },
      actions: { assign: 'Handle', show: 'View' },
    },
    customerOrders: {
      title: 'Customer orders',
      help: 'Orders of all customers. Search by any part of an order number, payment number or account.',
      empty: 'No orders yet',
      fields: {
        no: 'Order no.',
        gatewayNo: 'Payment no.',
        account: 'Account',
        payStatusPayChannel: 'Payment',
        payChannel: 'Payment method',
        payStatus: 'Status',
        memberGroupName: 'Package',
        num: 'Quantity',
        amount: 'Amount',
        createDateTime: 'Ordered',
      },
      actions: { flush: 'Check', show: 'View', refund: 'Refund' },
      done: {
        flush: {
          W: 'The payment platform has received nothing yet',
          P: 'Payment received and quota credited',
          T: 'The payment platform has received nothing; the order has timed out',
          C: 'The payment platform has received nothing; the order is cancelled',
        },
      },
    },
  },
  codes: {
    paymentGateway: {
      alipay: 'Alipay',
      wechat: 'WeChat Pay',
      lianlian: 'LianLian Pay',
      sandbox: 'Sandbox',
    },
    unmatchedReason: {
      unknownOrder: 'No such order',
      wrongAmount: 'Wrong amount',
      wrongChannel: 'Other payment method',
      paidTwice: 'Paid twice',
      numberUsed: 'Number already used',
      accountClosed: 'Account deleted',
      beyond: 'Over the account’s limit',
      refunded: 'Refunded before it was credited',
    },
    unmatchedState: {
      open: 'To be handled',
      asked: 'Approval requested',
      order: 'Credited to an order',
      account: 'Credited to an account',
      returned: 'Returned',
      refunded: 'Refunded by the platform',
      other: 'Handled another way',
    },
  },
  payments: {
    why: {
      unknownOrder:
        'The payment refers to order {{no}}, which does not exist. Find out who the customer is, then credit their order or account.',
      wrongAmount:
        'The payment of ¥{{paid}} differs from order {{no}} of ¥{{amount}}. Credit the account, or return the money.',
      wrongChannel:
        'Order {{no}} was not placed through this payment platform. Once checked, it can be credited to this order.',
      paidTwice:
        'Order {{no}} is already paid. This is a second payment. Credit another order or the account of the customer, or return the money.',
      numberUsed:
        'This payment number was already credited to another order, so nothing was overpaid. After checking, mark it as returned.',
      accountClosed:
        'The account of order {{no}} was deleted. As a rule, return the money at the payment platform.',
      beyond:
        'The account can’t hold that much more quota. As a rule, return the money at the payment platform.',
      refunded:
        'The payment platform returned this money before it was credited, so it can’t be credited.',
    },
    facts: {
      payment: 'Payment no.',
      named: 'Order on the payment',
      gateway: 'Platform',
      paid: 'Paid',
      notified: 'Reported',
      account: 'Account',
    },
    unknownOrder: '{{no}} (does not exist)',
    creditRequest:
      '{{operator}} asked for approval to credit it at {{createDateTime}}. It is credited once approved.',
    handle: {
      title: 'Handle payment',
      viewTitle: 'Payment',
      how: 'What to do',
      toOrder: 'Credit order',
      toAccount: 'Credit account',
      returned: 'Returned',
      candidates: 'Unpaid orders of this amount',
      candidatesHelp: 'Check with the customer, then choose.',
      openOrder:
        'This order has not been paid yet. Once credited, its payment page is closed at the payment platform. If the customer pays again before that, the payment appears under unmatched payments.',
      noCandidates:
        'No unpaid order of this amount in the three days before the payment. Enter the order number that the customer gives, or credit the account.',
      orderNo: 'Order number',
      orderHelp: 'Choose an order above, or enter the number that the customer gives',
      sameCustomer: 'Same customer',
      sameChannel: 'Same method',
      before: 'Ordered {{time}} before the payment',
      beforeDays: 'Ordered {{days}} days before the payment',
      after: 'Ordered after the payment',
      account: 'Customer’s account',
      accountHelp:
        'Email, username or sub-account name. The money buys characters, which never expire, or time at the prices of the account’s channel, for the main account.',
      note: 'Note',
      noteHelp: 'Why this account, such as a screenshot of the payment',
      reference: 'Refund no.',
      referenceHelp:
        'Refund it at the payment platform first, then enter the refund number. This only marks it; no money moves.',
      result: 'Balance of {{account}} after crediting:',
      otherChannel:
        'The order is for another translation channel. The customer will change to it, and the balance is converted at the prices of the two channels, so the number of characters changes.',
      askOrder:
        'Credit {{amount}} to order {{no}} of {{account}}?\nA payment is credited only once, and this can’t be undone.',
      askChannel:
        'The customer’s channel changes from {{before}} to {{after}}, and the characters they have are converted at equal value.',
      askAccount:
        'Credit {{amount}} to the account {{account}}?\nA payment is credited only once, and this can’t be undone.',
      credit: 'Credit',
      submitOrder: 'Credit {{amount}} to this order',
      submitAccount: 'Credit {{amount}} to this account',
      submitReturned: 'Mark {{amount}} as returned',
      doneOrder: 'Credited. The customer is notified',
      doneAccount: 'Credited. The customer is notified',
      doneReturned: 'Marked as returned',
      financeOnly: 'Your role can view this. Ask finance to handle it.',
      notCreditable: 'This payment was already credited or returned and can’t be credited again.',
    },
    handled: {
      order: '{{who}} credited order {{handling}} of {{account}} at {{at}}.',
      account: '{{who}} credited account {{account}} at {{at}}. Note: {{handling}}',
      returned: '{{who}} marked it as returned at {{at}}. Refund no. {{handling}}',
      refunded: 'Refunded by the payment platform at {{at}}: {{handling}}',
      other: '{{who}} handled it at {{at}}: {{handling}}',
    },
    quota: {
      chars: '{{amount}} characters',
      until: 'valid until {{at}}',
      noTime: 'no time left',
    },
    order: {
      title: 'Order {{no}}',
      package: '{{name}} × {{count}}',
      quota: 'Quota bought',
    },
    approval: {
      why: {
        otherAccount:
          'This credits an account other than the payer’s, or the order on the payment doesn’t exist, so the payer can’t be identified. A colleague has to approve it first.',
        dayLimit: 'This is over your daily limit. A colleague has to approve it first.',
      },
      left: {
        name: 'your limits left today',
        credits: 'You can still credit {{left}} today without approval (daily limit {{limit}}).',
        refunds:
          'You can still settle refunds of {{left}} today without approval (daily limit {{limit}}).',
      },
      noteHelp: 'Shown to the colleague who approves it. Include your evidence',
      submit: 'Submit for approval',
      done: 'Submitted. It takes effect once approved',
    },
  },
}
