/** Tutorial topics on the account, from registration to invitations. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  register: {
    title: '注册与登录',
    description: '用邮箱注册主账号，用邮箱或用户名登录；忘记密码时凭邮件验证码重置。',
    lead: '一个邮箱注册一个主账号，网页和客户端用同一个账号登录。',
    one: {
      title: '注册',
      text: '点“免费注册”，填写用户名、邮箱和密码。用户名{{nameMin}}到{{nameMax}}位，以字母开头；密码{{passwordMin}}到{{passwordMax}}位。从邀请链接进入的，邀请码会自动带上。',
    },
    two: {
      title: '收验证码',
      text: '点“发送验证码”，到邮箱查收后填入。没有收到时先看垃圾邮件，{{codeWaitSeconds}}秒后可以重新发送。',
    },
    three: {
      title: '登录',
      text: '用邮箱或用户名加密码登录。子账号用主账号设定的账号登录，不需要邮箱。',
    },
    four: {
      title: '忘记密码',
      text: '在登录页点“忘记密码”，输入邮箱或用户名，收验证码后设置新密码。所有已登录的设备会同时退出。',
    },
    note: '新账号赠送{{trialCharacters}}试用字符，{{trialDays}}天内有效。通过邀请链接注册，再得{{rewardCharacters}}字符。',
  },
  install: {
    title: '下载与安装',
    description: '在下载页选择系统，安装客户端并用同一个账号登录。',
    lead: '客户端负责聊天和翻译，用户中心负责账号、充值和记录。',
    one: {
      title: '选择版本',
      text: '打开下载页，按您的系统选择安装包。系统有多个安装包时，会先请您选择。',
    },
    two: {
      title: '安装',
      text: '打开下载好的文件，按提示完成安装。系统询问是否允许时，请先确认文件来自本站。',
    },
    three: {
      title: '登录客户端',
      text: '用注册的邮箱或用户名登录。登录后从客户端进入用户中心，不必再输一次密码。',
    },
    four: {
      title: '保持更新',
      text: '下载页标有最新版本号。如果您的版本较旧，下载新版覆盖安装即可，账号里的数据不受影响。',
    },
    note: '请只从本站的下载页获取安装包，不要使用别人转发的文件。',
  },
  recharge: {
    title: '会员信息与充值',
    description: '看懂剩余额度、到期时间和当前通道，选择套餐并完成付款。',
    lead: '账户总览显示还剩多少、能用多久；充值页显示付款后会变成多少。',
    one: {
      title: '看余额',
      text: '账户总览列出剩余的字符、语音和图片，或包月的到期时间，以及近{{usageDays}}天的用量。',
    },
    two: {
      title: '选套餐',
      text: '字符套餐按翻译的字符数扣除，没有时间限制；包月套餐在有效期内字符不限量。',
    },
    three: {
      title: '核对再付款',
      text: '右侧的订单列出付款前后的额度。套餐改变计费方式或通道时，剩余额度按等值换算，换算结果在付款前就能看到。',
    },
    four: {
      title: '付款与到账',
      text: '扫码或跳转付款，成功后自动到账。付款后即使关闭页面也会到账，在“我的订单”里可以查看每一步。',
    },
    note: '设置余额提醒后，剩余字符低于您定的数量时会收到通知和邮件。',
  },
  subAccounts: {
    title: '子账号管理',
    description: '为团队成员开通子账号，分配字符、语音和图片额度，随时收回或停用。',
    lead: '一个团队一个主账号，每人一个子账号，额度和记录互不混淆。',
    one: { title: '添加', text: '在子账号管理里点“添加子账号”，填写账号和密码即可，不需要邮箱。' },
    two: {
      title: '分配额度',
      text: '选择一个或多个子账号，输入要分配的字符、语音和图片数量。提交前会列出双方分配前后的余额。',
    },
    three: {
      title: '自动分配',
      text: '开启自动分配后，子账号额度不足时，缺多少就从主账号自动分配多少。',
    },
    four: {
      title: '停用与删除',
      text: '停用后，子账号立即退出登录。删除后，剩余额度退回主账号，且无法恢复。',
    },
    note: '字符套餐支持子账号，包月套餐和免费试用不支持。',
  },
  promotion: {
    title: '推广奖励',
    description: '把邀请链接发给朋友，对方注册后获得{{rewardCharacters}}字符。',
    lead: '每个主账号都有自己的邀请码和邀请链接。',
    one: {
      title: '找到邀请链接',
      text: '账户总览里有邀请码、邀请人数和一段可以直接复制的邀请文字。',
    },
    two: { title: '发给朋友', text: '朋友从链接进入后，邀请码会一直保留到注册完成。' },
    three: {
      title: '获得奖励',
      text: '朋友注册成功后，除试用字符外再得{{rewardCharacters}}字符，账户日志里记为“邀请奖励”。',
    },
    note: '每位朋友只奖励一次。同一浏览器{{browserDays}}天内只奖励一个新账号，同一网络每天最多奖励{{network}}人，每位邀请人每天最多带来{{inviter}}份奖励。没有奖励时，新用户注册后会看到原因。',
  },
  userCenter: {
    title: '用户中心',
    description: '总览、个人资料、登录日志、账户日志、翻译日志：账号的各项记录都能查到。',
    lead: '用户中心在电脑浏览器里使用，手机上会提示您改用电脑登录。',
    one: { title: '总览', text: '还剩多少、能用多久、有什么要处理，一页看完。' },
    two: {
      title: '三种日志',
      text: '登录日志看何时何地登录，账户日志看额度的每一次变动，翻译日志看每一次翻译的语言和扣费。',
    },
    three: { title: '筛选与导出', text: '每个列表都能按条件筛选，导出的内容与筛选结果一致。' },
    four: {
      title: '通知',
      text: '到账、余额不足、收到额度、新 IP 地址登录，都会出现在右上角的铃铛里。',
    },
    note: '在登录日志里看到陌生的 IP 地址，请立即修改密码。',
  },
}

export const en: Messages<typeof zh> = {
  register: {
    title: 'Registration and login',
    description:
      'Register a main account by email, log in with your email or username, and reset your password with an email code.',
    lead: 'Each main account needs its own email address. The same account works on the web and in the client.',
    one: {
      title: 'Register',
      text: 'Click “Register” and enter a username, your email address and a password. A username has {{nameMin}} to {{nameMax}} characters and starts with a letter. A password has {{passwordMin}} to {{passwordMax}} characters. If you came through an invitation link, its code is kept for you.',
    },
    two: {
      title: 'Get the code',
      text: 'Click “Send code” and enter the code from your inbox. If nothing arrives, check your spam folder. After {{codeWaitSeconds}} seconds you can send it again.',
    },
    three: {
      title: 'Log in',
      text: 'Log in with your email address or username. Sub-accounts log in with the account name set by their main account and don’t need an email address.',
    },
    four: {
      title: 'Reset your password',
      text: 'Click “Forgot your password?” on the login page, enter your email address or username, and set a new password with the code. All logged-in devices are logged out.',
    },
    note: 'A new account comes with {{trialCharacters}} trial characters, valid for {{trialDays}} days. Registering through an invitation link adds {{rewardCharacters}} more.',
  },
  install: {
    title: 'Download and install',
    description:
      'Choose your system on the download page, install the client and log in with the same account.',
    lead: 'Chat and translate in the client. Manage your account, payments and records in the user centre.',
    one: {
      title: 'Choose a version',
      text: 'Open the download page and choose the version for your system. If there are several, you are asked which one.',
    },
    two: {
      title: 'Install',
      text: 'Open the file and follow the steps. When the system asks for permission, make sure that the file came from this site.',
    },
    three: {
      title: 'Log in to the client',
      text: 'Log in with your email address or username. From the client, you can open the user centre without entering your password again.',
    },
    four: {
      title: 'Stay up to date',
      text: 'The download page shows the current version. To update, install the new version over the old one. Your account is not affected.',
    },
    note: 'Get the client from the download page only, never from a forwarded file.',
  },
  recharge: {
    title: 'Membership and recharge',
    description:
      'See your remaining quota, expiry date and channel, then choose a package and pay.',
    lead: 'The overview shows how much is left and how long it lasts. The recharge page shows what you will have after payment.',
    one: {
      title: 'Check your quota',
      text: 'The overview shows your remaining characters, voice units and images or the expiry date of your monthly package, and your usage in the last {{usageDays}} days.',
    },
    two: {
      title: 'Choose a package',
      text: 'With a character package, you pay for what you translate, and characters never expire. With a monthly package, characters are unlimited while it is valid.',
    },
    three: {
      title: 'Check your order',
      text: 'The order shows your quota before and after payment. When billing or channel changes, your remaining quota is converted at equal value and shown before you confirm.',
    },
    four: {
      title: 'Pay',
      text: 'Scan the code or pay on the payment platform’s page, and your quota is credited automatically, even if you close the page. Your orders show every step.',
    },
    note: 'Set a low-balance alert to get a notification and an email when your characters fall below the number you choose.',
  },
  subAccounts: {
    title: 'Sub-accounts',
    description:
      'Add sub-accounts for your team, distribute characters, voice units and images, reclaim them, or disable a sub-account.',
    lead: 'One main account for the team and one sub-account for each person, with separate quotas and records.',
    one: {
      title: 'Add',
      text: 'Click “Add sub-account” and enter a name and a password. No email address is needed.',
    },
    two: {
      title: 'Distribute',
      text: 'Choose one or more sub-accounts and enter how many characters, voice units and images each gets. You see all balances before and after.',
    },
    three: {
      title: 'Automatic distribution',
      text: 'When it is on, a sub-account that runs short draws what it needs from the main account.',
    },
    four: {
      title: 'Disable or delete',
      text: 'A disabled sub-account is logged out at once. Deleting one returns its quota to the main account and can’t be undone.',
    },
    note: 'Character packages support sub-accounts. Monthly packages and the free trial do not.',
  },
  promotion: {
    title: 'Invitation rewards',
    description:
      'Send your invitation link to a friend. They get {{rewardCharacters}} characters when they register.',
    lead: 'Every main account has its own invitation code and link.',
    one: {
      title: 'Find your link',
      text: 'The overview shows your code, how many people you have invited, and a message ready to copy.',
    },
    two: {
      title: 'Send it',
      text: 'When someone opens the link, the code is kept from page to page until they register.',
    },
    three: {
      title: 'Reward',
      text: 'In addition to the trial, your friend’s account gets {{rewardCharacters}} characters, shown in the account log as an invitation reward.',
    },
    note: 'Each friend is rewarded once. Limits: one reward per browser every {{browserDays}} days, {{network}} a day per network, and {{inviter}} a day per inviter. New users who get no reward see the reason after registering.',
  },
  userCenter: {
    title: 'User centre',
    description:
      'Overview, personal data, login log, account log, translation log: everything about your account in one place.',
    lead: 'Open the user centre in a browser on a computer. Phones are not supported.',
    one: {
      title: 'Overview',
      text: 'See how much is left, how long it lasts and what needs attention on one page.',
    },
    two: {
      title: 'Three logs',
      text: 'The login log shows when and where you logged in, the account log every change to your quota, and the translation log the languages and cost of every translation.',
    },
    three: {
      title: 'Filter and export',
      text: 'You can filter every list, and the exported file contains exactly what you see.',
    },
    four: {
      title: 'Notifications',
      text: 'Payments, low balances, received quota and logins from new IP addresses appear under the bell at the top right.',
    },
    note: 'If the login log shows an IP address you don’t recognise, change your password at once.',
  },
}
