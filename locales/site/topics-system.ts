/** Tutorial topics on settings and further functions of the client. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  proxy: {
    title: '代理设置',
    description: '为每个应用窗口单独设置网络代理。',
    lead: '每个窗口可以走自己的网络，互不影响。',
    one: { title: '打开设置', text: '在窗口的设置里找到“代理”。' },
    two: { title: '填写', text: '填入代理的类型、地址和端口，有账号密码的一并填上。' },
    three: { title: '测试', text: '先测试连接，通过后保存，该窗口重新打开后生效。' },
    note: '代理由您自己提供。使用时请遵守当地法律和各应用的规则。',
  },
  system: {
    title: '系统设置',
    description: '界面语言、启动方式、消息提醒和缓存清理。',
    lead: '按自己的习惯设好一次，以后就不用再管。',
    one: { title: '界面语言', text: '中文和英文随时切换。' },
    two: { title: '启动与提醒', text: '选择开机时是否启动、来消息时怎样提醒。' },
    three: { title: '清理', text: '缓存占用较多时可以清理，聊天软件里的记录不受影响。' },
    note: '多人共用一台电脑时，离开前请退出登录。',
  },
  smartAi: {
    title: '智能 AI',
    description: '用 AI 润色、总结和改写，让外语表达更自然。',
    lead: '除了翻译，AI 还能帮您把话说得更得体。',
    one: { title: '润色', text: '写好草稿，让 AI 改得更通顺、更礼貌。' },
    two: { title: '总结', text: '对话太长时，让 AI 列出要点。' },
    three: { title: '选择通道', text: '讲究语气的内容，可以选用 ChatGPT 类 AI 翻译通道。' },
    note: 'AI 翻译按该通道的价格扣字符，费用在切换前就能看到。',
  },
  image: {
    title: '图片翻译',
    description: '看懂图片里的文字：说明书、标签、聊天截图。',
    lead: '图片里的字也能翻译，原图和译文对照着看。',
    one: { title: '选择图片', text: '在聊天里点图片旁的“翻译”，或打开一张本地图片。' },
    two: { title: '查看译文', text: '译文按原来的位置显示，方便对照。' },
    three: { title: '复制', text: '需要的部分可以复制出来，接着使用。' },
    note: '图片翻译按张数扣除，剩余张数在账户总览里查看，主账号可以分配给子账号。',
  },
  customerCenter: {
    title: '客户中心',
    description: '把各个聊天软件里的客户集中到一处，查找、标记、跟进。',
    lead: '客户分散在不同软件里，资料集中在一处。',
    one: { title: '集中查看', text: '各窗口的客户列在一起，按名字、标签或来源查找。' },
    two: { title: '记录进展', text: '记下阶段、国家和下一步，不漏掉任何一单。' },
    three: { title: '分工', text: '主账号看得到全部，子账号只看自己的。' },
    note: '联系人的姓名和联系方式属于个人信息，请妥善保管。',
  },
  display: {
    title: '显示设置',
    description: '字号、深浅主题和译文的显示方式。',
    lead: '译文放在哪里、字多大，由您决定。',
    one: { title: '译文位置', text: '译文可以显示在原文下方，也可以只看译文。' },
    two: { title: '字号与主题', text: '调整字号，选择浅色、深色或跟随系统。' },
    three: { title: '窗口布局', text: '窗口列表可以收起，把地方留给对话。' },
    note: '网页上的用户中心同样有浅色和深色，在右上角的账号菜单里切换。',
  },
}

export const en: Messages<typeof zh> = {
  proxy: {
    title: 'Proxy settings',
    description: 'Give each app window its own network proxy, so accounts stay separate.',
    lead: 'Each window can use its own network without affecting the others.',
    one: { title: 'Open the settings', text: 'Open the window’s settings and find “Proxy”.' },
    two: {
      title: 'Enter the proxy',
      text: 'Enter type, address and port, and a username and password if the proxy needs them.',
    },
    three: {
      title: 'Test',
      text: 'Test the connection, then save. The proxy takes effect when you reopen the window.',
    },
    note: 'You provide your own proxy. Follow local law and the rules of each app.',
  },
  system: {
    title: 'System settings',
    description: 'Set the language, how the client starts, its alerts and its cache.',
    lead: 'Set it up once the way you like it.',
    one: { title: 'Language', text: 'Change between Chinese and English at any time.' },
    two: {
      title: 'Startup and alerts',
      text: 'Choose whether the client starts with your computer, and how it alerts you to new messages.',
    },
    three: {
      title: 'Clear the cache',
      text: 'If the cache grows too large, clear it. Data in the chat apps is not affected.',
    },
    note: 'On a shared computer, log out before you leave.',
  },
  smartAi: {
    title: 'Smart AI',
    description: 'Polish, summarise and rewrite with AI, and sound natural in another language.',
    lead: 'AI does more than translate. It helps you say it well.',
    one: { title: 'Polish', text: 'Write a draft, and let AI make it smoother and more polite.' },
    two: { title: 'Summarise', text: 'When a conversation gets long, let AI list the key points.' },
    three: {
      title: 'Choose the channel',
      text: 'Where tone matters, choose the ChatGPT-style AI channel.',
    },
    note: 'AI translation is charged at that channel’s price, which you see before you change channel.',
  },
  image: {
    title: 'Image translation',
    description: 'Read the text in images: manuals, labels, screenshots of chats.',
    lead: 'Translate the text in an image and compare it with the original.',
    one: {
      title: 'Choose an image',
      text: 'Click “Translate” next to an image in a chat, or open one from your computer.',
    },
    two: {
      title: 'Read it',
      text: 'The translation appears in place of the original text, so the two are easy to compare.',
    },
    three: { title: 'Copy', text: 'Copy the text you need.' },
    note: 'Each image uses one unit of your image quota. The overview shows how many are left, and a main account can distribute images to its sub-accounts.',
  },
  customerCenter: {
    title: 'Customer centre',
    description: 'All customers from all chat apps in one place, to find, tag and follow up.',
    lead: 'Your customers are spread across many apps. Their details are in one place.',
    one: {
      title: 'View all customers',
      text: 'Customers from all windows appear in one list. Find them by name, tag or source.',
    },
    two: {
      title: 'Track progress',
      text: 'Note the stage, country and next step, so that no order gets lost.',
    },
    three: {
      title: 'Share the work',
      text: 'The main account sees every customer. A sub-account sees its own.',
    },
    note: 'Names and contact details are personal data. Keep them safe.',
  },
  display: {
    title: 'Display settings',
    description: 'Text size, light or dark theme, and how translations are shown.',
    lead: 'You decide where the translation appears and how large it is.',
    one: {
      title: 'Translation position',
      text: 'Show the translation below the original, or on its own.',
    },
    two: {
      title: 'Text size and theme',
      text: 'Change the text size, and choose the light, dark or system theme.',
    },
    three: {
      title: 'Layout',
      text: 'Collapse the window list to leave more room for the conversation.',
    },
    note: 'The user centre on the web also has a light and a dark theme, in the account menu at the top right.',
  },
}
