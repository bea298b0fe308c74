/** Service agreement (spec 1.10, 1.11): sections in order, each a title and clauses. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  about: {
    title: '一、协议与服务',
    what: '本协议是您与译桥之间的约定。译桥提供聊天文本、语音和图片的翻译，以及管理账号、额度和记录的用户中心。',
    accept: '注册时勾选同意，或登录使用服务，即表示您接受本协议。不同意请不要注册。',
    change: '协议有变更时，我们会提前在网站公布。变更后继续使用，即表示接受新的内容。',
  },
  who: {
    title: '二、谁可以使用',
    age: '您须年满{{minimumAge}}周岁。',
    place: '服务仅限在中国大陆地区使用。',
    law: '请遵守法律。不得用本服务发送诈骗、骚扰、侵权或其他违法内容，否则我们可以停用账号。',
  },
  account: {
    title: '三、账号',
    email: '主账号用邮箱注册，一个邮箱只能注册一个账号。验证码和重要通知都发送到这个邮箱。',
    secret: '请保管好密码和验证码，不要告诉任何人。用您的账号进行的操作，视为您本人的操作。',
    contact:
      '联系方式变更后，请在{{contactDays}}个工作日内告知我们新的联系方式，否则由此造成的损失由您承担。',
    sub: '主账号可以开通子账号、分配额度，并对子账号的使用负责。',
  },
  fees: {
    title: '四、费用',
    currency: '所有价格以人民币计算和支付，以付款页面显示的金额为准。',
    trial:
      '新账号赠送{{trialCharacters}}字符，{{trialDays}}天内有效。受邀注册再送{{rewardCharacters}}字符，每人一次。',
    characters: '按字符计费：每次翻译成功后，按原文的字符数扣除。翻译失败不扣费。',
    time: '按时长计费：在套餐有效期内使用文本翻译，不扣字符。到期后需要续费。',
    units: '语音和图片按次数、张数从各自的额度中扣除。',
    channel: '各翻译通道价格不同，切换通道可能改变剩余额度，确认之前会显示换算结果。',
    log: '每一次扣除和变动都记录在账户日志里，您可以随时核对。有疑问请联系客服。',
  },
  data: {
    title: '五、您的内容',
    vendors:
      '为了完成翻译，原文会发送给您所选通道的翻译服务商，该通道中断时可能发送给备用通道的服务商。请不要提交不应对外透露的机密。',
    result: '译文由机器生成，可能有误。用于合同、医疗等重要用途前，请由人工核对。',
    marks:
      '为防止重复领取赠送，注册时会记下浏览器的一个随机编号；领取过奖励的邮箱会留下一个无法还原的标记，注销后也保留。',
    kept: '我们保存登录记录、订单和扣费记录，用于对账和保障账号安全。',
  },
  leaving: {
    title: '六、停用与注销',
    cancel: '您可以在用户中心注销主账号，注销时需要输入密码。',
    subs: '注销主账号会同时删除其全部子账号，无法恢复。',
    rest: '注销后剩余的额度失效。订单和账目依法保留，其中不再包含您的个人资料。',
  },
  liability: {
    title: '七、责任',
    service:
      '我们尽力保持服务稳定。因网络、翻译服务商或不可抗力造成的中断，我们会尽快恢复，未完成的翻译不收费。',
    dispute: '发生争议先协商解决，协商不成的，适用中华人民共和国法律。',
  },
}

export const en: Messages<typeof zh> = {
  about: {
    title: '1. This agreement and the service',
    what: 'This is an agreement between you and Yiqiao. Yiqiao translates chat text, voice and images, and gives you a user centre for your accounts, quota and records.',
    accept:
      'You accept it by ticking the box when you register, or by logging in. If you do not agree, please do not register.',
    change:
      'We announce changes on the website in advance. If you use the service after a change, you accept it.',
  },
  who: {
    title: '2. Who may use it',
    age: 'You must be {{minimumAge}} or older.',
    place: 'The service is for use in mainland China only.',
    law: 'Follow the law. Do not use the service for fraud, harassment, infringement or any other unlawful purpose, or we may disable your account.',
  },
  account: {
    title: '3. Your account',
    email:
      'Main accounts are registered by email, one account per address. Codes and important notifications are sent to that address.',
    secret:
      'Keep your password and codes to yourself. You are responsible for everything done with your account.',
    contact:
      'If your contact details change, give us the new ones within {{contactDays}} working days. Otherwise you bear any resulting loss.',
    sub: 'A main account can add sub-accounts and distribute quota to them, and is responsible for how they are used.',
  },
  fees: {
    title: '4. Fees',
    currency:
      'All prices are in RMB and paid in RMB. The amount shown when you pay is the one that counts.',
    trial:
      'A new account gets {{trialCharacters}} characters, valid for {{trialDays}} days. If you were invited, you get {{rewardCharacters}} more, once per person.',
    characters:
      'Billing per character: each successful translation is charged by the number of characters in the original. A failed translation costs nothing.',
    time: 'Billing per month: while your package is valid, translating text uses no characters. Once it has expired, you need to renew it.',
    units: 'Voice and images have separate quotas, charged per use and per image.',
    channel:
      'Translation channels have different prices, so a change may change your remaining quota. You see the result before you confirm.',
    log: 'Every charge and change is recorded in your account log, where you can check it at any time. If you have questions, contact support.',
  },
  data: {
    title: '5. Your content',
    vendors:
      'To translate a text, we send it to the provider of the channel you chose or, while that channel is down, possibly to that of its fallback. Do not submit secrets that must not leave your organisation.',
    result:
      'Translations are made by machines and can be wrong. Have a person check them before you rely on them, for example for contracts or medical texts.',
    marks:
      'To prevent repeated rewards, registration stores a random number from your browser, and a rewarded email address leaves a mark that can’t be turned back into the address and remains after the account is deleted.',
    kept: 'We keep records of logins, orders and charges for accounting and to keep your account safe.',
  },
  leaving: {
    title: '6. Deleting your account',
    cancel: 'You can delete a main account in the user centre. You need your password to do so.',
    subs: 'Deleting a main account deletes all its sub-accounts. This can’t be undone.',
    rest: 'Any remaining quota is lost. Orders and accounting records are kept as the law requires, without your personal data.',
  },
  liability: {
    title: '7. Liability',
    service:
      'We do our best to keep the service running. If it is interrupted by networks, translation providers or force majeure, we restore it as soon as we can and charge nothing for translations that were not made.',
    dispute:
      'We first try to settle disputes by talking to each other. If that fails, the law of the People’s Republic of China applies.',
  },
}
