/** Descriptions of the calls in the API documentation, by group. */
import { en as requestsEn, zh as requestsZh } from '#locales/request-descriptions.ts'
import type { Messages } from '#locales/messages.ts'

export const zh = {
  login: {
    login: '用用户名、邮箱或子账号登录。',
    logout: '结束当前登录。',
    checkAccount: '邮箱是否可以注册：true 可用，false 已被占用。',
    checkUsername: '登录名是否可用：true 可用，false 已被占用。',
    sendVCode: '向该邮箱或该登录名对应的邮箱发送验证码。',
    register: '注册主账号。',
    findEmail: '查询登录名对应的邮箱；用邮箱以外的登录名查询时部分隐藏，不存在时为 null。',
    resetPassword: '凭邮件验证码设置新密码，并结束所有登录。',
  },
  users: {
    get: '当前用户，含余额和套餐信息。',
    update: '修改自己的昵称。',
    changePassword: '修改自己的密码，并结束自己的所有登录。',
    changeAutoDistribution: '设置子账号额度不足时是否自动从主账号分配。',
    cancel: '永久注销主账号及其全部子账号。',
  },
  invites: {
    page: '通过自己的邀请注册的用户及奖励是否发放，新的在前。',
  },
  subAccounts: {
    page: '自己的子账号列表，可按账号或昵称的一部分搜索；不指定排序时新的在前。',
    totals: '符合搜索条件的全部子账号的剩余额度合计和本月用量合计。',
    get: '一个子账号。',
    create: '新建子账号；changeCharNum 是同时从主账号分配给它的字符，不够则不新建。',
    edit: '修改子账号；账号和密码不变。',
    setRole:
      '设置子账号的角色：财务可查看订单和对账单、申请发票，副管理员可管理成员和额度；只能由主账号设置。密码由其他子账号设置过的，须先由主账号重置，否则拒绝。',
    resetPassword: '为子账号设置新密码，并结束其所有登录。',
    changeEnabled: '启用子账号，或立即停用；停用时剩余额度退回主账号。',
    remove: '删除一个或多个子账号，全部成功或全部不变；剩余额度退回主账号。',
    names: '自己的子账号名称，供选择用，新的在前，最多{{maxNames}}个。',
    fans: '子账号的工作空间中的联系人：总数、本月新增和各销售阶段的数量。',
    history: '子账号的最近变动：非使用产生的余额变动，以及与登录有关的事件，新的在前。',
    sessions: '子账号的登录设备，按最近使用排序。',
    endSession: '立即结束子账号的一处登录。',
    endSessions: '立即结束子账号的所有登录，返回结束的数量。',
    distribute: '向子账号分配字符。',
    distributeVoice: '向子账号分配语音次数，数量放在 changeCharNum。',
    distributeAll: '一次向子账号分配字符、语音和图片。',
    reclaim: '从子账号收回字符、语音和图片。',
    previewMany: '批量操作对每个子账号的影响：变动的数量或不变的原因，以及合计；不做任何改动。',
    distributeMany:
      '向多个子账号各分配相同的数量；fillUp 为1时补足到该数量。全部成功或全部不变，有子账号被停用则拒绝；返回人数和合计。',
    reclaimMany:
      '从多个子账号各收回相同的数量，不足的收回剩余的；all 为1时收回全部剩余。全部成功或全部不变；返回人数和合计。',
    checkImport:
      '检查要导入的子账号：将新建和跳过的数量、首次分配的合计、要新建的分组，以及有问题的行；不做任何改动。',
    hashPasswords:
      '为导入的子账号计算首个密码的哈希，加密后返回，服务器不保存；只对本账号和所给的子账号名称有效。',
    importMany:
      '导入子账号：新建分组和子账号，并分配首次额度，全部成功或全部不变；password 来自 hashPasswords。',
    changeEnabledMany:
      '启用或停用多个子账号，全部成功或全部不变；停用时剩余额度退回主账号。返回人数和退回的合计。',
  },
  statements: {
    page: '自己每个月的对账单，最新的在前；主账号的包括全部子账号。',
    get: '一个月的对账单：期初余额、各类变动、期末余额、翻译用量、付款和退款。主账号不填 userId 时是整个账户，并列出每个账号。',
    pdf: '同一份对账单的 PDF 文件，语言按 Accept-Language。',
  },
  statementMail: {
    get: '是否每月1日邮寄上月的对账单。',
    save: '开启或关闭邮寄对账单，语言按 Accept-Language。',
  },
  budgets: {
    get: '子账号的预算：有效的规则，以及每项上限的已用、剩余和重置时间。',
    own: '子账号自己的预算。',
    setBudget: '设置一个子账号的单独规则，或让它使用分组的规则。',
    moveToGroup: '把多个子账号移到一个分组，或移出分组。',
  },
  globalSearch: {
    find: '按登录名、昵称或订单号的一部分，在自己的子账号和订单中查找，每类返回前几个；不填则返回最新的。',
  },
  sessions: {
    page: '自己的登录设备：本次登录在前，其余按最近使用排序。',
    end: '立即结束自己的一处登录。',
    endOthers: '结束自己除本次以外的所有登录，返回结束的数量。',
  },
  secondStep: {
    get: '自己是否开启了两步验证。',
    begin: '生成验证器应用所用的密钥；确认之前，登录不需要动态码。',
    confirm: '用验证器应用的首个动态码开启两步验证，结束自己的其他登录，并返回恢复码。',
    renewCodes: '生成新的恢复码，旧的作废。',
    disable: '关闭两步验证。',
    signIn: '凭 secondStepNeeded 拒绝时返回的 challenge 完成登录。',
  },
  loginLog: {
    page: '自己的登录记录，不指定排序时新的在前。',
    get: '自己的一条登录记录。',
  },
  accountLog: {
    page: '自己在某段时间内某一类型的余额变动，不指定排序时新的在前。',
  },
  usage: {
    daily:
      '最近若干天（含今天）每天翻译的字符数，按通道或账号分组；主账号含其子账号，childUserId 则只含该子账号。',
    forecast: '近若干天日均使用的字符数，以及按此估算的剩余可用天数；没有剩余或没有用量时为 null。',
    people: '各账号（含主账号）本月使用的字符数，由多到少，附上月同期用量和剩余字符。',
  },
  units: {
    useVoice: '扣除客户端使用的语音次数，记入账户日志（VOICE_CONSUME），并返回剩余次数。',
    useImages: '扣除客户端使用的图片张数，记入账户日志（OTHER），并返回剩余张数。',
    usage: '本月和上月使用的语音次数和图片张数；主账号含其子账号。',
  },
  balanceAlert: {
    get: '剩余字符低于多少时提醒。',
    save: '设置剩余字符低于多少时提醒；留空则不提醒。',
  },
  alerts: {
    get: '每种提醒用哪些方式通知主账号、发给哪些推送，以及免打扰时段。',
    setMeans: '打开或关闭一种提醒的一种通知方式。',
    saveQuietHours:
      '设置免打扰时段：邮件和机器人消息等到时段结束再发，届时仍然成立才发；两个时间都留空则不设。',
  },
  reconciliation: {
    get: '账户日志与余额是否一致；主账号含其子账号。',
  },
  packages: {
    sale: '在售套餐。',
    channels: '当前套餐可以切换的翻译通道。',
    channelQuote: '切换到另一个翻译通道后的剩余额度。',
    changeChannel: '切换翻译通道，剩余字符按等值换算。',
  },
  channels: {
    list: '全部翻译通道的名称。',
  },
  orders: {
    page: '自己的订单，不指定排序时新的在前。',
    pay: '创建订单，并返回支付地址。',
    get: '一个订单及其全部记录。',
    quote: '下单的应付金额和付款后的额度。',
    payAgain: '重新返回待支付订单的支付地址。',
    payInfo: '订单是否已支付。',
    flush: '立即向支付平台核对一个订单。',
    cancel: '取消待支付的订单；已支付的以支付为准。',
    payChannels: '支付方式，默认的在前。',
    lastBought:
      '最近一次购买的套餐，以及再次购买所用的支付方式、金额和幂等键；有相同的待支付订单时一并返回。',
  },
  orderRefunds: {
    preview: '现在退款可以退回的金额和要扣除的额度，或者不能退款的原因。',
    ask: '申请退款，并从余额中扣除相应的额度；金额与展示的不同时不予受理。',
    withdraw: '撤回退款申请，如数退还额度。',
  },
  translation: {
    languages: '当前通道支持的源语言和目标语言。',
    channels: '本站可用的翻译通道，以及各自相对当前通道的价格。',
    text: '翻译一段文字，成功后扣除字符。',
    compare: '用多个通道翻译同一段短文；成功的通道各按其价格折算成当前通道的字符，只扣一次。',
  },
  translationLog: {
    page: '自己的翻译记录，不指定排序时新的在前；主账号可查看某个或全部子账号的。',
    usage: '某段时间内每天的翻译用量，默认最近{{usageDays}}天，按通道、语言和账号分组。',
  },
  spaces: {
    list: '自己能看到的空间：自己的、已加入的，主账号还包括子账号的；按创建时间排序。',
    create: '新建一个属于自己的空间。',
    edit: '重命名空间：所有者及其主账号可以。',
    remove: '删除自己的空间，连同其中全部联系人。',
    leave: '退出已加入的空间。',
  },
  spaceMembers: {
    page: '空间成员，所有者在前。',
    remove: '把某人移出空间：所有者及其主账号可以。',
  },
  spaceInvitations: {
    page: '空间里已邀请、待接受的用户：有邀请权限的人可以查看。',
    create: '按用户名、邮箱或子账号邀请；不透露是否有这个账号。',
    remove: '撤回邀请。',
    mine: '自己收到的空间邀请。',
    accept: '接受邀请，加入空间。',
    decline: '拒绝邀请。',
  },
  listViews: {
    list: '自己保存的视图，按名称排列；可只列出一个页面的。',
    create: '把列表页当前的筛选、排序等以一个名称保存；同一页面的名称不能重复。',
    edit: '重命名视图或替换其内容；不带 version 时以最后一次保存为准。',
    remove: '删除视图。',
    setDefault: '设为打开页面时的默认视图，传0则取消；以最后一次设置为准。',
  },
  documents: {
    upload:
      '上传一个文件（multipart/form-data，字段 file，最大30 MB），返回字符数和价格，尚不翻译、不计费。文件和译文在上传{{documentHours}}小时后删除。',
    start: '开始翻译自己的、等待开始或失败的文件；额度须够全部文件。只对翻译成功的文件计费。',
    download: '下载译文。',
  },
  apiKeys: {
    issue: '新建 API 密钥。密钥只在此返回一次，之后无法再查看。',
    rotate: '为密钥生成新的内容；原内容在{{overlapHours}}小时内仍可使用。',
    revoke: '撤销密钥，所有服务器在一秒内停止接受。',
    allowSubAccounts: '设置子账号是否可以使用自己的密钥；关闭后，子账号已有的密钥停止使用。',
  },
  webhooks: {
    register: '添加推送（Webhook）。签名密钥只在此返回一次，之后无法再查看。',
    addRobot: '添加企业微信、钉钉或飞书的群机器人。地址必须是该平台的机器人地址。',
    editRobot: '修改机器人消息的语言，或更换签名密钥。',
    rotate: '生成新的签名密钥；{{webhookOverlapHours}}小时内，通知同时带有新旧两个签名。',
    sendTest: '推送一个测试事件，只推送一次，不重试。',
    resume: '恢复因长时间失败而暂停的推送。',
  },
  webhookDeliveries: { resend: '用相同的事件编号重新推送。' },
  ...requestsZh,
  customerService: {
    platforms: '可以验证客服账号的平台。',
    list: '客服联系方式，二维码按指定尺寸生成。',
    validate: '验证一个账号是否为官方客服：有值即通过。',
  },
  siteConfig: {
    get: '一条配置记录。',
    save: '保存配置记录。规范未向任何角色开放此权限，因此网页用户一律被拒绝。',
  },
  notices: {
    stream: '推送通知；访客只收到公开通知。',
    page: '发给自己的通知，新的在前。',
    unread: '自己的未读通知数，以及客服查看账号的申请或正在进行的查看。',
    read: '把一条通知及之前的通知标为已读。',
    markUnread: '把一条通知之后的通知标为未读；不填则全部标为未读。',
  },
  supportViews: {
    answer: '允许或拒绝客服只读查看自己的账号。',
    end: '立即结束客服对自己账号的查看。',
    leave: '客服结束自己正在使用的只读查看。',
  },
  extensions: {
    list: '本服务在规范之外提供的接口路径，以及规范之外的参数和字段（写作 path?name）。',
  },
}

export const en: Messages<typeof zh> = {
  login: {
    login: 'Logs in with a username, email or sub-account name.',
    logout: 'Ends this session.',
    checkAccount: 'Returns whether an email is available (true) or taken (false).',
    checkUsername: 'Returns whether a login name is available (true) or taken (false).',
    sendVCode: 'Emails a verification code to the address, or to the address of the login name.',
    register: 'Registers a main account.',
    findEmail:
      'Returns the email of a login name, masked unless queried by that email; null if there is none.',
    resetPassword: 'Sets a new password with an email code and ends all sessions.',
  },
  users: {
    get: 'Returns the current user with balances and package.',
    update: 'Changes the user’s own nickname.',
    changePassword: 'Changes the user’s own password and ends all of the user’s sessions.',
    changeAutoDistribution:
      'Turns automatic distribution on or off: sub-accounts that run short draw on the main account.',
    cancel: 'Permanently deletes the main account and all its sub-accounts.',
  },
  invites: {
    page: 'Lists who registered through the user’s invitation, newest first, and whether they got the reward.',
  },
  subAccounts: {
    page: 'Lists sub-accounts, searched by part of the account name or nickname; newest first by default.',
    totals:
      'Returns the total remaining quota and this month’s usage of all sub-accounts that match the search.',
    get: 'Returns one sub-account.',
    create:
      'Creates a sub-account; `changeCharNum` are characters that it gets from the main account at once, without which it is not created.',
    edit: 'Changes a sub-account; an empty nickname is cleared, and the account name and password stay as they are.',
    setRole:
      'Sets the role of a sub-account: an accountant sees orders and statements and requests fapiao, a deputy manages people and quota. Main account only. Refused while the password is one that another sub-account set: the main account resets it first.',
    resetPassword: 'Sets a new password for a sub-account and ends its sessions.',
    changeEnabled:
      'Enables a sub-account, or disables it, logs it out at once and takes back its remaining quota.',
    remove:
      'Deletes one or more sub-accounts, all or none; their quota returns to the main account.',
    names: 'Lists the names of up to {{maxNames}} sub-accounts to choose from, newest first.',
    fans: 'Returns the contacts in a sub-account’s spaces: the total, how many are new this month, and how many per sales stage.',
    history:
      'Returns a sub-account’s recent activity, newest first: balance changes other than usage, and login events.',
    sessions: 'Lists a sub-account’s sessions, by last use.',
    endSession: 'Ends one of a sub-account’s sessions at once.',
    endSessions: 'Ends all of a sub-account’s sessions at once and returns how many were ended.',
    distribute: 'Distributes characters to a sub-account.',
    distributeVoice: 'Distributes voice units to a sub-account; `changeCharNum` is their number.',
    distributeAll: 'Distributes characters, voice units and images to a sub-account at once.',
    reclaim: 'Reclaims characters, voice units and images from a sub-account.',
    previewMany:
      'Returns what a batch would do to each sub-account, how much moves or why it is left out, and the sums; changes nothing.',
    distributeMany:
      'Distributes the same amounts to each of several sub-accounts or, with `fillUp` 1, what each lacks of them. All or none; refused if one is disabled. Returns how many changed, and the sums.',
    reclaimMany:
      'Reclaims the same amounts from each of several sub-accounts, or what it has left if that is less; with `all` 1 all that is left. All or none. Returns how many changed, and the sums.',
    checkImport:
      'Checks sub-accounts to import: how many would be added and left out, the sum of their first quotas, the groups to add, and the rows with problems; changes nothing.',
    hashPasswords:
      'Hashes first passwords of sub-accounts to import and returns the hashes encrypted, without storing them; they are good for these names of this owner only.',
    importMany:
      'Imports sub-accounts: adds groups and sub-accounts and distributes their first quotas, all or none; `password` comes from `hashPasswords`.',
    changeEnabledMany:
      'Enables or disables several sub-accounts, all or none; disabling takes back what is left. Returns how many changed, and the sums taken back.',
  },
  statements: {
    page: 'One’s own statement of each month, newest first; that of a main account includes its sub-accounts.',
    get: 'The statement of a month: opening balance, changes by type, closing balance, translations, payments and refunds. Without userId, a main account gets that of the whole account, with each of its accounts.',
    pdf: 'The same statement as a PDF file, in the language of Accept-Language.',
  },
  statementMail: {
    get: 'Whether last month’s statement is mailed on the first of each month.',
    save: 'Turns mailing of statements on or off, in the language of Accept-Language.',
  },
  budgets: {
    get: 'Budget of a sub-account: the rule that holds, and what is used and left of each cap, and when it resets.',
    own: 'Budget of the sub-account that is signed in.',
    setBudget: 'Sets the rule of one sub-account, or lets it follow that of its group.',
    moveToGroup: 'Moves several sub-accounts to a group, or out of their groups.',
  },
  globalSearch: {
    find: 'Finds the first few own sub-accounts and orders by part of a login name, nickname or order number; without a text, the newest.',
  },
  sessions: {
    page: 'Lists the user’s sessions: this one first, then by last use.',
    end: 'Ends one of the user’s own sessions at once.',
    endOthers: 'Ends all of the user’s sessions except this one and returns how many were ended.',
  },
  secondStep: {
    get: 'Returns whether the user’s login requires two-step verification.',
    begin:
      'Creates the secret for an authenticator app; two-step verification stays off until it is confirmed.',
    confirm:
      'Turns on two-step verification with a first code from the app, ends the user’s other sessions and returns the recovery codes.',
    renewCodes: 'Replaces the recovery codes.',
    disable: 'Turns off two-step verification.',
    signIn:
      'Completes a login that was refused with secondStepNeeded, using the challenge from that response.',
  },
  loginLog: {
    page: 'Lists the user’s own logins, newest first by default.',
    get: 'Returns one of the user’s own logins.',
  },
  accountLog: {
    page: 'Lists balance changes of one type in a time range, newest first by default.',
  },
  usage: {
    daily:
      'Returns the characters translated per day in the last days including today, by channel or by user; a main account’s result includes its sub-accounts, or with `childUserId` only that one.',
    forecast:
      'Returns the average characters used per day in the last days and how many days the balance lasts at that rate; null without a balance or usage.',
    people:
      'Ranks the main account and its sub-accounts by characters used this month, with the same days of last month and the remaining quota of each.',
  },
  units: {
    useVoice:
      'Charges voice units that a client used, logs them as VOICE_CONSUME and returns what is left.',
    useImages: 'Charges images that a client used, logs them as OTHER and returns what is left.',
    usage:
      'Returns the voice units and images used this month and last month; a main account’s result includes its sub-accounts.',
  },
  balanceAlert: {
    get: 'Returns the low-balance alert level in characters.',
    save: 'Sets the balance below which the owner is alerted; null turns the alert off.',
  },
  alerts: {
    get: 'Returns by what means the owner is told of each kind of alert, which webhooks get it, and the quiet hours.',
    setMeans: 'Turns one means of one kind of alert on or off.',
    saveQuietHours:
      'Sets the quiet hours: mails and robots wait for their end, and are then told only what is still true. Without both times there are none.',
  },
  reconciliation: {
    get: 'Returns whether the account log reconciles with the balance; a main account’s result includes its sub-accounts.',
  },
  packages: {
    sale: 'Lists the packages on sale.',
    channels: 'Lists the translation channels that the user’s package can change to.',
    channelQuote: 'Returns what the remaining quota would become on another translation channel.',
    changeChannel:
      'Changes the translation channel and converts the remaining characters at equal value.',
  },
  channels: {
    list: 'Lists all translation channels by name.',
  },
  orders: {
    page: 'Lists the user’s orders, newest first by default.',
    pay: 'Creates an order and returns where to pay it.',
    get: 'Returns one order and its history.',
    quote: 'Returns what an order would cost and the quota after payment.',
    payAgain: 'Returns again where to pay an order that awaits payment.',
    payInfo: 'Returns whether an order is paid.',
    flush: 'Checks one order with the payment platform now.',
    cancel: 'Cancels an order that awaits payment; if it is already paid, it stays paid.',
    payChannels: 'Lists the payment methods, the default first.',
    lastBought:
      'Returns the package bought last, with the payment method, amount and idempotency key to buy it once more, and an equal order that awaits payment.',
  },
  orderRefunds: {
    preview:
      'Returns what a refund would give back and take from the balance now, or why there is none.',
    ask: 'Asks for a refund and takes its quota from the balance; refused if the amount is no longer the one shown.',
    withdraw: 'Withdraws a request for a refund and gives its quota back.',
  },
  translation: {
    languages: 'Lists the source and target languages of the user’s channel.',
    channels:
      'Lists the available channels and the price of each compared with the user’s channel.',
    text: 'Translates text and charges its characters if it succeeds.',
    compare:
      'Translates a short text with several channels; each success is charged once, at that channel’s price in characters of the user’s channel.',
  },
  translationLog: {
    page: 'Lists the user’s translations, newest first by default; a main account can list those of a sub-account or of all.',
    usage:
      'Returns translation usage per day in a time range, by default the last {{usageDays}} days, by channel, languages and user.',
  },
  spaces: {
    list: 'Lists the spaces that the user can see: own, joined and, for a main account, those of its sub-accounts; oldest first.',
    create: 'Creates a space.',
    edit: 'Renames a space; allowed for its owner and the owner’s main account.',
    remove: 'Deletes one of the user’s own spaces with all its contacts.',
    leave: 'Leaves a space that the user has joined or, as main account, one of a sub-account.',
  },
  spaceMembers: {
    page: 'Lists the members of a space, the owner first.',
    remove: 'Removes a member from a space; allowed for its owner and the owner’s main account.',
  },
  spaceInvitations: {
    page: 'Lists the pending invitations of a space, for those who can invite.',
    create:
      'Invites a user by username, email or sub-account name. The response does not reveal whether the account exists.',
    remove: 'Withdraws an invitation.',
    mine: 'Lists the user’s pending invitations.',
    accept: 'Accepts an invitation and joins the space.',
    decline: 'Declines an invitation.',
  },
  listViews: {
    list: 'Lists the user’s saved views by name, of one page or of all.',
    create: 'Saves the state of a list page under a name that no other view of the page has.',
    edit: 'Renames a saved view or replaces its state; without `version` the last write wins.',
    remove: 'Deletes a saved view.',
    setDefault: 'Opens the page with this view or, with 0, without one; the last write wins.',
  },
  documents: {
    upload:
      'Uploads a file (multipart/form-data, field `file`, at most 30 MB) and returns its characters and price; it is not translated or charged yet. The file and its translation are deleted {{documentHours}} hours after the upload.',
    start:
      'Starts documents of the user that are ready or failed; the quota has to be enough for all of them. Charged for those that succeed only.',
    download: 'Downloads the translation.',
  },
  apiKeys: {
    issue: 'Creates an API key. The key is returned only here and can’t be shown again.',
    rotate: 'Gives a key a new secret; the former one stays valid for {{overlapHours}} hours.',
    revoke: 'Revokes a key; every server refuses it within a second.',
    allowSubAccounts:
      'Sets whether sub-accounts may have keys of their own; without it, keys that they have are refused.',
  },
  webhooks: {
    register: 'Adds a webhook. Its secret is returned only here and can’t be read later.',
    addRobot:
      'Adds a group robot of WeCom, DingTalk or Feishu. The address must be one of the vendor’s robots.',
    editRobot: 'Changes the language of a robot’s messages, or its signing secret.',
    rotate:
      'Issues a new secret; for {{webhookOverlapHours}} hours, requests are signed with both.',
    sendTest: 'Sends a test event, once, without retries.',
    resume: 'Resumes a webhook that was paused because its address failed for too long.',
  },
  webhookDeliveries: { resend: 'Sends the event again with the same id.' },
  ...requestsEn,
  customerService: {
    platforms: 'Lists the platforms on which support contacts can be verified.',
    list: 'Lists the support contacts, each with its QR code as an image. Each requested side, in pixels, is rounded up to 160, 300, 320, 400, 600, 800 or 1,600.',
    validate: 'Returns whether an account is one of ours; any truthy value means yes.',
  },
  siteConfig: {
    get: 'Returns one configuration record.',
    save: 'Saves a configuration record. No web user has this permission, so the call is always refused.',
  },
  notices: {
    stream: 'Streams notifications; visitors get public ones only.',
    page: 'Lists the user’s notifications, newest first.',
    unread:
      'Returns the number of unread notifications, and the request or view of support if there is one.',
    read: 'Marks a notification and all before it as read.',
    markUnread: 'Marks all notifications after one as unread, or all without an id.',
  },
  supportViews: {
    answer: 'Allows or refuses a request of support to view the user’s account read-only.',
    end: 'Ends a view of the user’s account by support at once.',
    leave: 'Ends the read-only session of support that makes the call.',
  },
  extensions: {
    list: 'Lists the paths of the extension calls served here and, as `path?name`, extension parameters and fields.',
  },
}
