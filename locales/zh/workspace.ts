/**
 * The side of the work space: the spaces one may see, invitations, and who is in the chosen space.
 */

export const workspace = {
  label: '空间和成员',
  failed: '空间加载失败',
  group: { owner: '我的空间', member: '共享给我的空间', main: '子账号的空间' },
  none: { owner: '还没有自己的空间', title: '创建空间，即可添加联系人' },
  contacts_other: '{{count}}个联系人',
  ofOwner: '{{owner}} · {{contacts}}',
  name: '空间名称',
  create: { action: '新建空间', done: '空间已创建' },
  rename: { action: '重命名', done: '空间已重命名' },
  remove: {
    action: '删除空间',
    question_other:
      '确定删除空间“{{name}}”吗？\n空间和其中的{{count}}个联系人将被永久删除，所有成员都不能再访问。',
    done: '空间已删除',
  },
  leave: {
    action: '退出空间',
    question: '确定退出空间“{{name}}”吗？\n退出后无法查看其中的联系人，重新受邀才能加入。',
    done: '已退出空间',
  },
  of: '{{action}}：{{name}}',
  people: {
    title_other: '已加入的用户（{{count}}）',
    you: '我',
    remove: '移出空间',
    question: '确定把“{{name}}”移出空间吗？\n对方将不能再查看这个空间的联系人。',
    removed: '已移出空间',
    joined: '{{at}} 加入',
  },
  invite: {
    action: '邀请用户',
    name: '用户名、邮箱或子账号',
    help: '对方登录后会收到邀请，接受后加入“{{name}}”，可以查看和维护其中的联系人。',
    send: '发送邀请',
    done: '邀请已发送。如果该账号存在，对方会收到通知。邀请{{days}}天内有效。',
    open_other: '待接受（{{count}}）',
    takeBack: '撤回邀请',
    takenBack: '邀请已撤回',
    sent: '{{at}} 发送',
  },
  fans: {
    total: '联系人',
    newThisMonth: '本月新增',
    byStep: '按销售阶段',
    spaces: '所在空间',
    none: '还没有工作空间。成员新建空间并添加联系人后，这里会显示统计。',
    open: '查看空间“{{name}}”的联系人',
    failed: '粉丝数据加载失败',
  },
  sample: {
    note: '以下为示例：当前服务器暂不支持工作空间，按钮不会改动任何内容。',
    pressed: '这是示例，没有改动任何内容。',
    tag: '示例',
    spaces: { mine: '拉美客户', shared: '欧洲经销商', child: '华南区跟进' },
    contacts: {
      first: { title: '玛丽亚·索萨', company: '索萨贸易', tag: '老客户' },
      second: { title: '托马斯·韦伯', company: '韦伯零售', tag: '展会' },
      third: { title: '安娜·洛佩斯', company: '北方超市', tag: '待回复' },
    },
    none: '没有符合条件的示例联系人。',
  },
  mine: {
    title_other: '收到的邀请（{{count}}）',
    from: '{{owner}} 邀请您加入',
    accept: '加入',
    decline: '拒绝',
    accepted: '已加入空间“{{name}}”',
    declined: '已拒绝邀请',
  },
}
