/** Privacy policy under China's PIPL. Keep in sync with the data that the server stores. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  scope: {
    title: '一、我们是谁，本政策适用于什么',
    who: '{{product}}的运营者（下称“我们”）决定如何处理您的个人信息，并对此负责。运营者的名称见网站页脚。',
    what: '本政策适用于网站、用户中心和翻译服务。您使用的聊天软件由各自的公司运营，适用它们的政策。',
  },
  collect: {
    title: '二、收集什么，为什么',
    account:
      '注册：邮箱、用户名、密码，以及自愿填写的昵称和邀请码。用于建立账号、登录、发送验证码和重要通知。',
    sub: '子账号：主账号填写的登录名和昵称。',
    login:
      '登录：时间、IP 地址、客户端类型、浏览器和系统的名称。用于保护账号安全，您自己也可以查看。',
    gift: '注册时还会读取浏览器里的一个随机编号和 IP 地址，防止重复领取赠送。',
    use: '翻译：时间、字符数、语言、通道、计费方式、IP 地址和客户端类型。用于扣费、对账和统计用量。',
    order:
      '订单：套餐、金额、支付方式、状态和支付机构的流水号。银行卡号和支付密码由支付机构处理，我们接触不到。',
    fapiao:
      '发票：您填写的抬头、税号、地址、电话、银行账号和接收邮箱，以及开具的发票文件。用于开票和寄送。已开具的发票和文件在账号注销后仍依法长期保存。',
    space: '工作空间：您录入的客户资料，例如姓名、联系方式、公司和标签。请只录入您有权使用的资料。',
    programs:
      'API 密钥和术语表：您起的名称、设置和术语，密钥的散列值、最近使用的时间和用量。使用语音和图片时，您写明的用途。子账号申请额度时，申请的数量、理由和主账号的回复。事件推送和群机器人：您登记的接收地址和签名密钥（加密保存），以及推送的内容和应答，保留{{webhookKeepDays}}天；群机器人的消息会发送到您选择的企业微信、钉钉或飞书。提醒设置：您选择的提醒方式和免打扰时段。对账单：已结账月份保留密钥当时的名称，改名或删除密钥后也不变；子账号的密钥，删除该子账号后不再显示名称。',
    views: '保存的视图：您起的名称和当时的筛选条件、排序、列。默认视图也保存在浏览器里。',
    log: '运行日志：请求的时间、路径、结果、IP 地址和用户编号。用于排查故障和防止攻击，不含您输入的内容。',
  },
  content: {
    title: '三、您要翻译的内容',
    kept: '翻译日志只记字符数和语言，不记原文和译文。译文暂存{{replayHours}}小时，用于网络中断后重试时不再扣费，到期自动删除；原文不保存。',
    vendor:
      '原文会发送给所选通道的服务商（谷歌、微软、DeepL、腾讯、有道或 ChatGPT 类 AI），或由我们自己的服务器翻译；所选通道中断时，可能改由备用通道翻译，翻译日志会注明。随同发送的只有语言，没有您的姓名、邮箱和账号。',
    abroad:
      '谷歌、微软、DeepL 和 ChatGPT 类 AI 的服务器可能在中国大陆以外，选用这些通道时，原文会为翻译目的发往境外。不希望出境的内容，请选用腾讯或有道，它们中断时也不会改由上述通道翻译。',
  },
  share: {
    title: '四、还有谁会收到信息',
    pay: '支付机构（支付宝、微信支付、连连支付）：订单号、商品名称和金额；连连支付另需用户编号和 IP 地址，用于风险控制。',
    mail: '邮件服务商：您的邮箱和邮件内容，用于投递。',
    main: '主账号可以看到其子账号的登录名、昵称、最近登录时间、额度、用量、翻译日志和工作空间里的客户资料。',
    space: '同一工作空间的成员可以看到其中的客户资料。',
    none: '我们不出售个人信息，网站没有广告，也没有第三方统计。法律要求提供的除外。',
  },
  browser: {
    title: '五、浏览器里保存什么',
    store: '语言、主题、登录状态和少量界面设置保存在浏览器的本地存储里。我们不使用 Cookie。',
  },
  time: {
    title: '六、保存多久',
    account: '账号资料、登录日志和翻译日志：最长到账号注销。',
    sub: '子账号被删除后，昵称等资料随即删除；登录名只留在额度记录里（到主账号注销）和删除它的那条操作记录里（{{auditLogDays}}天），供主账号核对。',
    code: '验证码{{codeMinutes}}分钟后失效。登录状态闲置{{sessionIdleDays}}天或满{{sessionDays}}天后失效。',
    ledger: '订单和账目：依法留存，账号注销后其中不再有您的个人信息。',
    mark: '账号注销后，邮箱只留下无法还原的标记：防止重复领取试用的保存{{formerEmailDays}}天，防止重复领取邀请奖励的长期保存。',
    count: '防止滥用的计数，含 IP 地址：{{counterDays}}天内删除。',
  },
  rights: {
    title: '七、您的权利',
    see: '在用户中心查看资料和各类记录，更正昵称，结束其他设备的登录，导出列表。',
    copy: '注销之前，可以一次导出全部数据。',
    erase:
      '主账号可以自行注销：个人信息随即删除，全部子账号一并删除，无法恢复。子账号请联系其主账号。',
    ask: '查询、更正、删除、撤回同意或要求说明，都可以联系我们，核实身份后尽快答复。对答复不满意，可以向网信部门投诉。',
  },
  safety: {
    title: '八、安全与未成年人',
    secret: '密码和登录凭证只保存无法还原的散列值，两步验证的密钥加密保存。',
    breach: '一旦发生信息泄露，我们会依法通知您和主管部门。',
    minors: '服务只面向年满{{minimumAge}}周岁的用户。发现误收未成年人的信息，我们会删除。',
  },
  change: {
    title: '九、联系与更新',
    contact: '联系方式见“联系我们”。添加之前，请先在网站上验证账号真伪。',
    notice: '政策有重大变更时，我们会提前在网站公布。',
  },
}

export const en: Messages<typeof zh> = {
  scope: {
    title: '1. Who we are and what this covers',
    who: 'The operator of {{product}} (“we”) decides how your personal data is handled and is responsible for it. The operator’s name is at the bottom of every page.',
    what: 'This policy covers the website, the user centre and the translation service. The chat apps you use are run by other companies under their own policies.',
  },
  collect: {
    title: '2. What we collect, and why',
    account:
      'Registration: email address, username and password, and a nickname and invitation code if you enter them. We use them to create your account, log you in, and send codes and important notifications.',
    sub: 'Sub-accounts: the login name and nickname that the main account enters.',
    login:
      'Logins: time, IP address, client, and the names of your browser and operating system. They keep your account safe, and you can view them yourself.',
    gift: 'Registration also uses a random number stored in your browser and your IP address, to prevent repeated rewards.',
    use: 'Translations: time, number of characters, languages, channel, billing mode, IP address and client type. We use them for charging, accounting and usage charts.',
    order:
      'Orders: package, amount, payment method, status, and the payment company’s reference. Card numbers and payment passwords stay with the payment company. We never see them.',
    fapiao:
      'Fapiao: the titles, tax numbers, addresses, phone numbers, bank accounts and email addresses that you enter, and the files that are issued. Used to issue and send them. The law requires us to keep issued fapiao and their files for many years, also after an account is deleted.',
    space:
      'Workspace: the customer contacts that you enter, such as names, contact details, companies and tags. Enter only what you have the right to use.',
    programs:
      'API keys and glossaries: the names, settings and terms that you enter, a hash of each key, its last use and how much it used. Of voice units and images, what you say that they are for. Of requests for quota, the amounts, the reason and the answer. Webhooks and group robots: the addresses and signing secrets that you register (secrets are encrypted), and for {{webhookKeepDays}} days what was sent to them and answered; messages of robots are sent to WeCom, DingTalk or Feishu, as you choose. Alert settings: how you want to be alerted, and your quiet hours. Statements: a closed month keeps the names that keys had then, also after they are renamed or deleted; those of a sub-account’s keys go with the sub-account.',
    views:
      'Saved views: the name that you choose, with the filters, order and columns. Your browser stores the default ones too.',
    log: 'Server logs: time, path and result of requests, IP address and user number. We use them to find faults and prevent attacks. They contain nothing that you type.',
  },
  content: {
    title: '3. What you translate',
    kept: 'The translation log contains character counts and languages, never the text. A translation is kept for {{replayHours}} hours, so that repeating a request after a lost connection costs nothing, and is then deleted. The original is not stored.',
    vendor:
      'The original is sent to the provider of the channel you chose (Google, Microsoft, DeepL, Tencent, Youdao or a ChatGPT-style AI), or translated by a server of our own. While that channel is down, a fallback channel may translate instead; the translation log then names it. Only the languages are sent with it, never your name, email address or account.',
    abroad:
      'Servers of Google, Microsoft, DeepL and ChatGPT-style AI may be outside mainland China. With these channels, the original leaves mainland China to be translated. For text that must not leave, use Tencent or Youdao: while they are down, none of these channels translates in their place.',
  },
  share: {
    title: '4. Who else receives data',
    pay: 'Payment companies (Alipay, WeChat Pay, LianLian Pay): order number, product name and amount. LianLian Pay also needs your user number and IP address for risk control.',
    mail: 'Our email provider: your email address and the email, in order to deliver it.',
    main: 'A main account can see its sub-accounts’ login names, nicknames, last logins, quotas, usage, translation logs and the contacts in their spaces.',
    space: 'Members of a space can see the contacts in it.',
    none: 'We do not sell personal data. The site has no advertising and no third-party analytics. We disclose other data only where the law requires it.',
  },
  browser: {
    title: '5. What your browser stores',
    store:
      'Your language, theme, login state and a few display settings are stored in your browser. We use no cookies.',
  },
  time: {
    title: '6. How long we keep it',
    account:
      'Account data, login log and translation log: until the account is deleted at the latest.',
    sub: 'When a sub-account is deleted, its nickname and other data are deleted at once. Only its login name stays, for the main account to check: in the account log until the main account is deleted, and in the audit log entry of the deletion for {{auditLogDays}} days.',
    code: 'Codes expire after {{codeMinutes}} minutes. A login ends after {{sessionIdleDays}} days without use, or after {{sessionDays}} days.',
    ledger:
      'Orders and accounting records: as the law requires, without your personal data once the account is deleted.',
    mark: 'After an account is deleted, its email address leaves only marks that can’t be turned back into it: one against repeated trials, kept for {{formerEmailDays}} days, and one against repeated invitation rewards, kept permanently.',
    count:
      'Counters that prevent abuse, including IP addresses: deleted within {{counterDays}} days.',
  },
  rights: {
    title: '7. Your rights',
    see: 'In the user centre you can view your data and records, correct your nickname, log out other devices, and export lists.',
    copy: 'Before you delete your account, you can export all your data at once.',
    erase:
      'The owner of a main account can delete it: personal data is deleted at once together with all sub-accounts, and can’t be restored. Users of sub-accounts ask their main account.',
    ask: 'You can also ask us to show, correct or delete data, to explain how we handle it, or to accept the withdrawal of your consent. We answer as soon as we have verified who you are. If you are not satisfied, you can complain to the cyberspace authority.',
  },
  safety: {
    title: '8. Security and minors',
    secret:
      'We store only irreversible hashes of passwords and login tokens. Two-step verification secrets are stored encrypted.',
    breach: 'If data leaks, we notify you and the authorities as the law requires.',
    minors:
      'The service is for users aged {{minimumAge}} or older. If we find that we have a minor’s data, we delete it.',
  },
  change: {
    title: '9. Contact and changes',
    contact:
      'You can reach us through the “Contact us” page. Before you add an account, verify on this site that it is ours.',
    notice: 'We announce important changes to this policy on the website in advance.',
  },
}
