/** Messages of the operators' pages on fapiao. */
import { en as sharedEn, zh as sharedZh } from '#locales/fapiao-fields.ts'
import type { Messages } from '#locales/messages.ts'

export const zh = {
  resources: {
    customerFapiaos: {
      title: '客户发票',
      help: '客户申请的发票。在税务系统开具后，在这里登记号码并上传文件，文件会自动发给客户。',
      empty: '还没有开票申请',
      emptyWith: { state: { asked: '开票申请已全部处理', toReverse: '没有待红冲的发票' } },
      fields: {
        number: '抬头或号码',
        ...sharedZh.buyer,
        ...sharedZh.fields,
        account: '账号',
        taker: '开具人',
        takeDateTime: '接手时间',
      },
      values: {
        ...sharedZh.values,
        state: {
          ...sharedZh.states,
          refused: '已拒绝',
          withdrawn: '客户撤回',
        },
      },
      actions: { handle: '处理', show: '查看' },
    },
  },
  fapiao: {
    title: '客户发票',
    how: '处理方式',
    ways: { issue: '开具', refuse: '拒绝' },
    orders: '订单',
    toReverse: '订单有退款。请在税务系统开具红字发票，再在这里登记。',
    issue: '登记{{amount}}的发票',
    take: '开始开具',
    takeHelp: '开始开具后，客户不能撤回，其他运营人员能看到由您开具。',
    taken: '{{name}}从 {{at}} 起正在开具这张发票。',
    takeOver: '由我开具',
    takeOverQuestion:
      '确定从{{name}}接手吗？\n请先确认对方没有在税务系统开具这张发票，以免重复开具。',
    putBack: '放回待开具',
    putBackQuestion:
      '{{name}}正在开具，确定放回吗？\n请先确认对方没有在税务系统开具这张发票，以免重复开具。',
    putBackDone: '已放回待开具',
    sum: '实际开具的金额',
    otherSum: '其他金额',
    otherSumHelp: '接手后有多次退款、按其间的金额开具的，请填写该金额，在{{now}}和{{before}}之间。',
    issueOther: '登记发票',
    chooseSum: '请选择实际开具的金额',
    sumChanged: '接手后订单有退款：原为{{before}}，现为{{now}}',
    sumChoice:
      '还没有在税务系统开具的，请按{{now}}开具。已按{{before}}开具的，请照实登记，发票会转为待红冲。',
    sumNothing:
      '没有可开票的金额了。还没有在税务系统开具的，请放回，申请会失效。已按{{before}}开具的，请照实登记，发票会转为待红冲。',
    issued: '已登记，发票已发给客户',
    refused: '已拒绝，客户会收到通知',
    reverse: '登记红字发票',
    reversed: '已登记，红字发票已发给客户',
    reverseWrong: '发票有误，红冲',
    files: { fapiao: '发票', reversal: '红字发票' },
    correct: '更正登记',
    correctHelp: '只更正这里登记的内容。发票本身有误，请红冲。客户会收到通知和正确的文件。',
    exchange: '与另一张互换',
    exchangeHelp: '两张发票登记反了时使用。两张发票的客户都会收到通知，以及更正后的号码和文件。',
    exchangeScope: '互换内容',
    exchangeScopes: { records: '号码、日期和文件', numbers: '只互换号码' },
    exchangeReasonHelp: '两张发票的客户都会看到，请勿写对方的名称或号码。',
    otherNumber: '另一张的号码',
    exchanged: '已互换，正确的文件已发给客户',
    corrected: '已更正，正确的文件已发给客户',
    corrections: '更正前',
    correction: '{{file}}{{number}}，{{date}}',
    correctionWithSum: '{{file}}{{number}}，{{date}}，{{amount}}',
    correctSumHelp:
      '现登记为{{recorded}}。开具期间订单有退款，实际开具的金额应在{{least}}和{{most}}之间；超过退款后剩余金额的，会转为待红冲。',
    sumFixed: '金额已不能再更正，填写的金额不会保存。',
    downloadReplaced: '下载更正前的文件',
    reasonHelp: '客户会看到。',
    chooseFile: '选择文件',
    otherFile: '更换文件',
    fileHelp: '税务系统导出的 PDF、OFD 或 XML 文件，最大{{limit}} MB',
    fileTooLarge: '文件超过{{limit}} MB，请重新选择',
    download: '下载发票',
    downloadReversal: '下载红字发票',
    financeOnly: '由财务或管理员处理。',
  },
}

export const en: Messages<typeof zh> = {
  resources: {
    customerFapiaos: {
      title: 'Fapiao',
      help: 'What customers requested. Issue it in the tax system, then enter its number and upload its file here; the file is sent to the customer.',
      empty: 'No requests yet',
      emptyWith: {
        state: { asked: 'All requests are handled', toReverse: 'No fapiao has to be reversed' },
      },
      fields: {
        number: 'Title or no.',
        ...sharedEn.buyer,
        ...sharedEn.fields,
        account: 'Account',
        taker: 'Issued by',
        takeDateTime: 'Taken',
      },
      values: {
        ...sharedEn.values,
        state: {
          ...sharedEn.states,
          asked: 'To issue',
          refused: 'Refused',
          withdrawn: 'Withdrawn',
          toReverse: 'To reverse',
        },
      },
      actions: { handle: 'Handle', show: 'View' },
    },
  },
  fapiao: {
    title: 'Customer’s fapiao',
    how: 'What to do',
    ways: { issue: 'Issue', refuse: 'Refuse' },
    orders: 'Orders',
    toReverse:
      'An order was refunded. Issue a red-letter fapiao in the tax system, then record it here.',
    issue: 'Record fapiao over {{amount}}',
    take: 'Start issuing',
    takeHelp:
      'From then on, the customer can’t withdraw it, and other operators see that you issue it.',
    taken: '{{name}} has been issuing this fapiao since {{at}}.',
    takeOver: 'Take over',
    takeOverQuestion:
      'Take over from {{name}}?\nMake sure first that it has not been issued in the tax system, so that it is not issued twice.',
    putBack: 'Put back',
    putBackQuestion:
      '{{name}} is issuing it. Put it back?\nMake sure first that it has not been issued in the tax system, so that it is not issued twice.',
    putBackDone: 'Put back among the requests that wait',
    sum: 'Sum that was issued',
    otherSum: 'Another sum',
    otherSumHelp:
      'If it was issued between two refunds: the sum it had then, between {{now}} and {{before}}.',
    issueOther: 'Record fapiao',
    chooseSum: 'Choose the sum that was issued',
    sumChanged: 'An order was refunded since: {{before}} before, now {{now}}',
    sumChoice:
      'If it is not issued in the tax system yet, issue it over {{now}}. If it is issued over {{before}} already, record it as it is; it then becomes one to reverse.',
    sumNothing:
      'Nothing is left to invoice. If it is not issued in the tax system yet, put it back, and the request ends. If it is issued over {{before}} already, record it as it is; it then becomes one to reverse.',
    issued: 'Recorded and sent to the customer',
    refused: 'Refused. The customer is notified.',
    reverse: 'Record red-letter fapiao',
    reversed: 'Recorded and sent to the customer',
    reverseWrong: 'Reverse a wrong fapiao',
    files: { fapiao: 'Fapiao', reversal: 'Red-letter fapiao' },
    correct: 'Correct the record',
    correctHelp:
      'Corrects only what was recorded here. If the fapiao itself is wrong, reverse it. The customer is notified and gets the right file.',
    exchange: 'Exchange with another',
    exchangeHelp:
      'For two fapiao that were recorded crosswise. The customers of both are notified and get the right number and file.',
    exchangeScope: 'What to exchange',
    exchangeScopes: { records: 'Numbers, dates, files', numbers: 'Only the numbers' },
    exchangeReasonHelp: 'The customers of both see it. Don’t name one to the other.',
    otherNumber: 'Number of the other',
    exchanged: 'Exchanged and sent to the customers',
    corrected: 'Corrected. The right file was sent to the customer',
    corrections: 'Before corrections',
    correction: '{{file}} {{number}}, {{date}}',
    correctionWithSum: '{{file}} {{number}}, {{date}}, {{amount}}',
    correctSumHelp:
      'Recorded as {{recorded}}. Orders were refunded while it was being issued, so its sum is between {{least}} and {{most}}. If it is more than what is left of them now, the fapiao has to be reversed.',
    sumFixed: 'The sum can no longer be corrected; a sum that you entered is not saved.',
    downloadReplaced: 'Download the former file',
    reasonHelp: 'The customer sees it.',
    chooseFile: 'Choose a file',
    otherFile: 'Choose another file',
    fileHelp: 'PDF, OFD or XML file of the tax system, up to {{limit}} MB',
    fileTooLarge: 'The file is larger than {{limit}} MB. Choose another',
    download: 'Download fapiao',
    downloadReversal: 'Download red-letter fapiao',
    financeOnly: 'Finance or an administrator handles it.',
  },
}
