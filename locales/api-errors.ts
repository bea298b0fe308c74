/** Messages of API responses: success, refusals and their reasons. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  done: '操作成功',
  refusals: {
    invalid: '输入有误，请检查后再试',
    notFound: '没有找到，可能已被删除',
    notAvailable: '此功能暂未开放',
    notAllowed: '没有权限进行此操作',
    readOnly: '您正在只读查看客户的账号，不能进行此操作，也看不到这里的内容',
    capabilityMissing: '抱歉，您没有创建子账号的权限',
    wrongPassword: '账号或密码错误',
    accountDisabled: '账号已被停用，请联系主账号或客服',
    tooManyTries: '尝试次数过多，请{{seconds}}秒后再试',
    tooManyRequests: '请求过于频繁，请{{seconds}}秒后再试',
    tooLarge: '提交的内容过大',
    unreadable: '无法读取提交的内容',
    wrongMethod: '请求方式有误',
    nameTaken: '用户名已被占用',
    alreadyExists: '已有相同的内容',
    changedElsewhere: '内容已在其他地方被修改，请刷新后再试',
    notEnough: '余额不足',
    planExpired: '额度已到期',
    duplicate: '请勿重复提交，请刷新后查看结果',
    sessionEnded: '登录已失效，请重新登录',
    serverError: '服务器错误，请联系工作人员',
    unavailable: '服务暂时不可用，请{{seconds}}秒后再试',
    clockWrong: '本机时间不准确，请校准后再试',
    underWay: '正在处理中，请{{seconds}}秒后再试',
    payChannelOff: '该支付方式暂不可用，请选择其他支付方式',
    tooManyOrders: '待支付的订单过多，请先支付或取消一部分',
    gatewayDown: '支付平台暂时没有响应，订单保持不变，请稍后再试',
    orderPaid: '该订单已支付',
    orderClosed: '该订单已关闭，不能再支付',
    channelBusy: '翻译通道暂时无响应，未扣费，请{{seconds}}秒后再试',
    channelClosed: '当前翻译通道暂停服务，未扣费，请由主账号切换通道，或联系客服',
    languagePair: '当前翻译通道不支持这两种语言互译，请更换语言或通道',
    textRefused: '翻译通道拒绝翻译这段文字，未扣费，请修改文字或更换通道',
    mailDown: '邮件发送失败，请稍后再试',
    addressRefused: '该邮箱不接收邮件，请检查邮箱地址',
    secondStepNeeded: '该账号开启了两步验证，请输入动态码继续登录',
    secondStepOver: '等待时间过长，请重新输入密码登录',
    keyRefused: 'API 密钥无效、已过期或已撤销，或者账号已被停用',
  },
  /** With a wait of minutes or hours. */
  later: {
    tooManyTries: '尝试次数过多，请{{time}}后再试',
    tooManyRequests: '请求过于频繁，请{{time}}后再试',
  },
  reasons: {
    chars: '余额不足：{{account}}剩余{{left}}字符，需要{{needed}}字符',
    voices: '余额不足：{{account}}剩余语音{{left}}次，需要{{needed}}次',
    images: '余额不足：{{account}}剩余图片{{left}}张，需要{{needed}}张',
    subChars:
      '余额不足：{{account}}剩余{{left}}字符，需要{{needed}}字符。请联系主账号“{{main}}”分配额度',
    subVoices:
      '余额不足：{{account}}剩余语音{{left}}次，需要{{needed}}次。请联系主账号“{{main}}”分配额度',
    subImages:
      '余额不足：{{account}}剩余图片{{left}}张，需要{{needed}}张。请联系主账号“{{main}}”分配额度',
    expired: '{{account}}的额度已到期',
    subExpired: '主账号“{{main}}”的额度已到期，请联系主账号续费',
    subByTime: '主账号“{{main}}”目前是包月套餐，不支持子账号翻译，请联系主账号',
    wrongOldPassword: '原密码不正确',
    ordersOfTheHour: '一小时内最多下{{limit}}笔订单，请稍后再试',
    attemptsFromEverywhere:
      '有人正从多个网络尝试登录此账号。请用邮箱验证码重置密码后登录，或在以前登录过的网络中登录。',
    wrongOwnPassword: '密码不正确',
    paidMeanwhile:
      '订单 {{no}} 刚刚收到付款¥{{amount}}，所购套餐已到账，账号没有注销。如果仍要放弃这些额度，请再次注销',
    notYetClosed:
      '支付平台暂时没有响应，无法确认订单 {{no}} 是否正在付款，账号没有注销，请稍后再试',
    wrongStepCode: '动态码不正确或已使用，请等下一个动态码出现后再输入',
    codesOfTheDay: '今天动态码输错次数过多，请使用恢复码，或修改密码后再试',
    twoFactorOn: '两步验证已经开启',
    twoFactorOff: '两步验证尚未开启',
    wrongCode: '验证码错误或已过期，请重新输入，或重新发送',
    noSubAccount: '没有找到子账号{{account}}，可能已被删除',
    requestEmpty: '请至少填写一项数量',
    requestOpen: '已有一个待处理的额度申请，请等主账号处理，或先撤回',
    requestGranted: '这个申请已经通过',
    requestDeclined: '这个申请已被拒绝',
    requestWithdrawn: '这个申请已撤回',
    requestEnded: '这个申请已失效：子账号已停用',
    requestOfDisabled: '子账号{{account}}已停用，请先启用再分配额度',
    roleHolder: '子账号{{account}}有角色，只能由主账号管理',
    passwordByDeputy: '子账号{{account}}的密码是其他子账号设置的，请先重置密码，再授予角色',
    requestByTime: '主账号目前是包月套餐，不按字符计费，无法申请字符；可以申请语音和图片',
    sameChannel: '当前使用的就是该翻译通道，无需切换',
    noChannel: '该翻译通道不存在或已停用',
    notByTime: '该翻译通道没有按时长计费的套餐，无法切换',
    beyondTime: '有效期最长到{{year}}年底（含待支付的订单），超出部分会损失，操作未执行',
    beyondChars: '一个账号最多持有{{limit}}字符（含待支付的订单），超出部分会损失，操作未执行',
    notOnSale: '该套餐不存在或已下架',
    tooManySpaces: '每个账号最多拥有{{limit}}个空间',
    spaceFull: '空间已满：最多{{limit}}人',
    alreadyInSpace: '{{account}}已在空间中',
    invitedTooOften: '对方今天收到的邀请已达上限，请明天再邀请',
    tooManyInvitations: '待接受的邀请过多：每个空间最多{{limit}}个，请先撤回一部分',
    suspended: '账号已被暂停使用，暂时无法登录，额度会保留，请联系客服',
    tooManySavedViews: '视图数量已达上限（{{limit}}个），请先删除不用的视图',
    tooManyRows: '{{many}}最多{{limit}}条，请先删除一部分',
    tooManyRowsInSpace: '每个空间最多{{limit}}个{{many}}',
    rowTaken: '已有{{fields}}相同的{{one}}',
    rowTwice: '{{fields}}与文件中另一行相同',
    keyNetwork: 'API 密钥不允许从{{ip}}使用',
    keyScope: 'API 密钥没有所需的权限“{{scope}}”',
    glossaryUnknown: '没有编号为{{id}}的术语表',
    glossaryPair: '术语表“{{name}}”没有从{{source}}到{{target}}的术语',
    glossaryFull: '一个术语表最多{{limit}}条术语',
    glossaryEntry: '术语第{{line}}行有误：每行需要原文和译文，且原文不能重复',
    glossarySource: '使用术语表时，请选择原文的语言',
    keysNotAllowed: '主账号尚未允许子账号使用 API 密钥，请联系主账号',
    keyLimitsOfMain: '密钥的上限和允许的网络只能由主账号放宽，请联系主账号',
    keyRevoked: '该密钥已撤销，请新建密钥',
    webhooksFull: '等待推送的事件过多，请先处理未送达的推送，再发送测试',
    webhookOff: '推送已停用或暂停，请先启用或恢复',
    keyDay:
      '密钥“{{name}}”每天最多使用{{limit}}字符，今天还剩{{left}}字符，本次需要{{needed}}字符。上限于{{until}}重置',
    keyMonth:
      '密钥“{{name}}”每月最多使用{{limit}}字符，本月还剩{{left}}字符，本次需要{{needed}}字符。上限于{{until}}重置',
    capDayChars:
      '“{{name}}”每天最多使用{{limit}}字符，今天还剩{{left}}字符，本次需要{{needed}}字符。上限于{{until}}重置，如需提高请联系主账号',
    capMonthChars:
      '“{{name}}”每月最多使用{{limit}}字符，本月还剩{{left}}字符，本次需要{{needed}}字符。上限于{{until}}重置，如需提高请联系主账号',
    capDayVoices:
      '“{{name}}”每天最多使用{{limit}}次语音，今天还剩{{left}}次，本次需要{{needed}}次。上限于{{until}}重置，如需提高请联系主账号',
    capMonthVoices:
      '“{{name}}”每月最多使用{{limit}}次语音，本月还剩{{left}}次，本次需要{{needed}}次。上限于{{until}}重置，如需提高请联系主账号',
    capDayImages:
      '“{{name}}”每天最多使用{{limit}}张图片，今天还剩{{left}}张，本次需要{{needed}}张。上限于{{until}}重置，如需提高请联系主账号',
    capMonthImages:
      '“{{name}}”每月最多使用{{limit}}张图片，本月还剩{{left}}张，本次需要{{needed}}张。上限于{{until}}重置，如需提高请联系主账号',
    rowInUse: '有{{many}}正在使用所选内容，请先修改或删除这些{{many}}',
  },
} as const

export const en: Messages<typeof zh> = {
  done: 'Done',
  refusals: {
    invalid: 'The input is not valid. Please check it and try again.',
    notFound: 'Not found. It may have been deleted.',
    notAvailable: 'This feature is not available yet.',
    notAllowed: 'You are not allowed to do this.',
    readOnly: 'You are viewing a customer’s account read-only. This can’t be changed or seen here.',
    capabilityMissing: "Sorry, you don't have the permission to create a sub-account.",
    wrongPassword: 'Wrong username or password.',
    accountDisabled:
      'This account is disabled. Please contact the owner of the main account or support.',
    tooManyTries: 'Too many attempts. Please try again in {{seconds}} s.',
    tooManyRequests: 'Too many requests. Please try again in {{seconds}} s.',
    tooLarge: 'The request is too large.',
    unreadable: 'The request could not be read.',
    wrongMethod: 'This request method is not supported here.',
    nameTaken: 'Username is already taken',
    alreadyExists: 'This already exists.',
    changedElsewhere: 'This was changed elsewhere. Please refresh and try again.',
    notEnough: 'The balance is not enough.',
    planExpired: 'Your package has expired.',
    duplicate: 'This was already submitted. Please refresh to see the result.',
    sessionEnded: 'Unauthorized, please log in again!',
    serverError: 'Server error, please contact staff',
    unavailable: 'The service is not available at the moment. Please try again in {{seconds}} s.',
    clockWrong: 'The clock on this device is wrong. Please set it and try again.',
    underWay: 'This request is still being processed. Please try again in {{seconds}} s.',
    payChannelOff: 'This payment method is not available. Please choose another one.',
    tooManyOrders:
      'You have too many orders awaiting payment. Please pay or cancel some of them first.',
    gatewayDown:
      'The payment platform is not responding. Your order has not changed. Please try again in a moment.',
    orderPaid: 'This order is already paid.',
    orderClosed: 'This order is closed and can no longer be paid.',
    channelBusy:
      'The translation channel is not responding. Nothing was charged. Please try again in {{seconds}} s.',
    channelClosed:
      'Your translation channel is out of service. Nothing was charged. Ask the main account to change channel, or contact support.',
    languagePair:
      'Your channel does not translate between these languages. Please choose another language or channel.',
    textRefused:
      'The channel rejected this text. Nothing was charged. Please change the text or the channel.',
    mailDown: 'We couldn’t send the email. Please try again in a moment.',
    addressRefused: 'This email address does not accept mail. Please check it.',
    secondStepNeeded:
      'Two-step verification is on for this account. Enter a code from the authenticator app to continue.',
    secondStepOver: 'The login took too long. Please enter your password again.',
    keyRefused: 'The API key is invalid, expired or revoked, or its account is disabled.',
  },
  later: {
    tooManyTries: 'Too many attempts. Please try again in {{time}}.',
    tooManyRequests: 'Too many requests. Please try again in {{time}}.',
  },
  reasons: {
    chars:
      'The balance is not enough. {{account}} has {{left}} characters left and needs {{needed}}.',
    voices:
      'The balance is not enough. {{account}} has {{left}} voice units left and needs {{needed}}.',
    images: 'The balance is not enough. {{account}} has {{left}} images left and needs {{needed}}.',
    subChars:
      'The balance is not enough. {{account}} has {{left}} characters left and needs {{needed}}. Ask your main account, {{main}}, for more.',
    subVoices:
      'The balance is not enough. {{account}} has {{left}} voice units left and needs {{needed}}. Ask your main account, {{main}}, for more.',
    subImages:
      'The balance is not enough. {{account}} has {{left}} images left and needs {{needed}}. Ask your main account, {{main}}, for more.',
    requestEmpty: 'Enter at least one amount.',
    requestOpen:
      'You already have an open request for quota. Wait for your main account, or withdraw it.',
    requestGranted: 'This request has already been granted.',
    requestDeclined: 'This request has already been declined.',
    requestWithdrawn: 'This request has been withdrawn.',
    requestEnded: 'This request has ended, because the sub-account was disabled.',
    requestOfDisabled: 'The sub-account {{account}} is disabled. Enable it first.',
    roleHolder: 'The sub-account {{account}} has a role, so only the main account can manage it.',
    passwordByDeputy:
      'Another sub-account set the password of {{account}}. Reset the password first, then give the role.',
    requestByTime:
      'Your main account is on a monthly package, which doesn’t count characters. You can ask for voice units and images.',
    expired: 'The quota of {{account}} has expired.',
    subByTime:
      'Your main account, {{main}}, is on a monthly package, which doesn’t support sub-accounts. Ask its owner for help.',
    subExpired: 'The quota of your main account, {{main}}, has expired. Ask its owner to renew it.',
    wrongOwnPassword: 'Wrong password.',
    paidMeanwhile:
      'We have just received ¥{{amount}} for order {{no}} and credited it, so your account was not deleted. To delete it anyway and lose that quota, confirm again.',
    notYetClosed:
      'The payment platform is not responding, so we can’t tell whether order {{no}} is being paid right now. Your account was not deleted. Please try again shortly.',
    wrongOldPassword: 'The current password is wrong.',
    ordersOfTheHour: 'You can place at most {{limit}} orders an hour. Please try again later.',
    attemptsFromEverywhere:
      'There are too many login attempts on this account from different networks. Reset your password with an email code, or log in from a network you have used before.',
    wrongStepCode: 'The code is wrong or already used. Wait for the next one.',
    codesOfTheDay:
      'Too many wrong codes today. Use a recovery code, or change your password first.',
    twoFactorOn: 'Two-step verification is already on.',
    twoFactorOff: 'Two-step verification is already off.',
    wrongCode: 'The code is wrong or has expired. Enter it again, or request a new one.',
    noSubAccount: 'Sub-account {{account}} was not found. It may have been deleted.',
    sameChannel: 'You already use this translation channel.',
    noChannel: 'This translation channel does not exist or is no longer offered.',
    notByTime:
      'This translation channel has no monthly packages, so you can’t change to it while billed per month.',
    beyondTime:
      'A package can run until the end of {{year}} at most, including orders awaiting payment. This would exceed that, so nothing was changed.',
    beyondChars:
      'An account can have at most {{limit}} characters, including orders awaiting payment. This would exceed that, so nothing was changed.',
    notOnSale: 'This package does not exist or is no longer on sale.',
    tooManySpaces: 'You can have at most {{limit}} spaces.',
    spaceFull: 'This space is full: it can have at most {{limit}} people.',
    alreadyInSpace: '{{account}} is already in the space.',
    invitedTooOften: 'This person can’t receive more invitations today. Please try again tomorrow.',
    tooManyInvitations:
      'A space can have at most {{limit}} pending invitations. Withdraw some first.',
    suspended:
      'This account is suspended and can’t log in. Its quota and data are kept. Please contact support.',
    tooManySavedViews: 'You can save up to {{limit}} views. Delete one first.',
    tooManyRows: 'There can be at most {{limit}} {{many}}. Please delete some first.',
    tooManyRowsInSpace: 'A space can have at most {{limit}} {{many}}.',
    rowTaken: 'There is already another {{one}} with the same {{fields}}.',
    rowTwice: 'Another row in the file has the same {{fields}}.',
    keyNetwork: 'The API key may not be used from {{ip}}.',
    keyScope: 'The API key lacks the permission “{{scope}}”.',
    glossaryUnknown: 'There is no glossary {{id}}.',
    glossaryPair: 'The glossary “{{name}}” has no terms from {{source}} to {{target}}.',
    glossaryFull: 'A glossary has at most {{limit}} terms.',
    glossaryEntry:
      'Line {{line}} of the entries is not valid: it needs a term and its translation, and no term twice.',
    glossarySource: 'Choose the source language to use a glossary.',
    keysNotAllowed:
      'Your main account has not allowed API keys for sub-accounts. Ask the main account.',
    keyLimitsOfMain:
      'Only the main account can raise the limits of a key or allow more networks. Ask the main account.',
    keyRevoked: 'This key is revoked. Create a new one.',
    webhooksFull: 'Too many events wait to be delivered. See what fails before you send a test.',
    webhookOff: 'The webhook is off or paused. Turn it on or resume it first.',
    keyDay:
      'The key “{{name}}” may use {{limit}} characters a day; {{left}} are left today, and this needs {{needed}}. The limit resets at {{until}}.',
    keyMonth:
      'The key “{{name}}” may use {{limit}} characters a month; {{left}} are left this month, and this needs {{needed}}. The limit resets at {{until}}.',
    capDayChars:
      '{{name}} may use {{limit}} characters a day; {{left}} are left today, and this needs {{needed}}. The limit resets at {{until}}. Your main account can raise the limit.',
    capDayVoices:
      '{{name}} may use {{limit}} voice units a day; {{left}} are left today, and this needs {{needed}}. The limit resets at {{until}}. Your main account can raise the limit.',
    capDayImages:
      '{{name}} may use {{limit}} images a day; {{left}} are left today, and this needs {{needed}}. The limit resets at {{until}}. Your main account can raise the limit.',
    capMonthChars:
      '{{name}} may use {{limit}} characters a month; {{left}} are left this month, and this needs {{needed}}. The limit resets at {{until}}. Your main account can raise the limit.',
    capMonthVoices:
      '{{name}} may use {{limit}} voice units a month; {{left}} are left this month, and this needs {{needed}}. The limit resets at {{until}}. Your main account can raise the limit.',
    capMonthImages:
      '{{name}} may use {{limit}} images a month; {{left}} are left this month, and this needs {{needed}}. The limit resets at {{until}}. Your main account can raise the limit.',
    rowInUse: 'Some {{many}} still use what you are deleting. Please change or delete them first.',
  },
}
