/** Texts of the operators' command line: its help, and sentences about what was typed. */
import type { Messages } from '#locales/messages.ts'

export const zh = {
  commands: {
    intro:
      '以指定的运营人员执行运营后台的操作：角色、限额、二人审批和操作日志都与后台一致。服务运行与否均可。',
    exitCodes: '退出码：0：完成；1：被拒绝；2：命令有误或数据库不可用；3：等待 --yes。',
    roles: '角色：{{roles}}',
    keepsValues: '在命令行中，未填写的项目保持不变；填写空文本可清除。',
    required: '{{label}}（必填）',
    operator: '运营人员的姓名或邮箱（必填）；第一位用 operators add 新增',
    json: '以 JSON 输出，金额以分为单位',
    lang: '语言，默认取自 LANG',
    by: '写入操作日志的姓名，默认为本机用户名',
    addOperator: '新增运营人员，并显示一次密码和验证器密钥，请妥善转交。',
    confirmOperator: '确认某位运营人员是独立的人，此后可以审批新增者的申请。',
    distribute: '把数据表分布到 Citus 集群的各台机器上。每次迁移后重复执行。',
    listKeys: '列出 SECRET_KEY 及以往密钥的编号，以及是否仍然需要。',
    forgetKey: '放弃一个遗失的密钥，使服务能以另一个密钥启动。它加密的内容将无法读取。',
    forgetNote: '两步验证密钥由它加密的用户，在移除两步验证之前无法登录。',
    done: '完成。',
    unconfirmed: '没有任何改动。确认请加 --yes 再执行一次。',
    none: '没有记录。',
    shown: '显示{{shown}}条，共{{total}}条',
    shownCapped: '显示{{shown}}条，至少{{total}}条',
    asked: '尚未生效：须由另一位运营人员批准。',
    unknown: '没有命令“{{command}}”。查看全部：npm run ops -- --help',
    unknownFlag: '{{command}} 没有选项 {{flag}}。查看全部：npm run ops -- {{command}} --help',
    valueMissing: '选项 {{flag}} 缺少值。',
    unexpected: '不认识“{{text}}”：每个值都要写在选项之后。',
    operatorMissing:
      '{{command}} 需要 --operator：以哪位运营人员执行。第一位用 operators add 新增。',
    unreadable: '--{{name}}：无法读取文件{{path}}（{{cause}}）。',
    operatorUnknown: '没有可用的运营人员“{{name}}”。现有：{{names}}。第一位用 operators add 新增。',
    secretKeyMissing: '没有设置 SECRET_KEY，请设为服务所用的值。',
    oldTables: '数据库的表比本程序旧，请先启动一次服务或运行 npm run migrate。',
  },
} as const

export const en: Messages<typeof zh> = {
  commands: {
    intro:
      'Makes a call of the operators’ console as the given operator: roles, limits, second approvals and the log are the console’s. The server may be running or stopped.',
    exitCodes: 'Exit codes: 0 done, 1 refused, 2 wrong usage or no database, 3 waiting for --yes.',
    roles: 'Roles: {{roles}}',
    keepsValues: 'On the command line, values left out stay as they are; an empty one is cleared.',
    required: '{{label}} (required)',
    operator: 'name or email of an operator (required); operators add makes the first',
    json: 'output JSON, with amounts in fen',
    lang: 'language; default that of LANG',
    by: 'name for the operator log; default this machine’s user',
    addOperator:
      'Adds an operator and prints password and authenticator secret, once: hand them over safely.',
    confirmOperator:
      'Confirms that an operator is a separate person, who may then approve requests from whoever added them.',
    distribute:
      'Splits the tables over the machines of a Citus cluster. Repeat it after a migration.',
    listKeys: 'Lists the ids of SECRET_KEY and of former keys, and whether these are still needed.',
    forgetKey:
      'Gives up a lost key, so that the server starts with another one. What it encrypted stays unreadable.',
    forgetNote:
      'Users whose two-factor secret this key encrypted cannot sign in until it is removed.',
    done: 'Done.',
    unconfirmed: 'Nothing was changed. Run it again with --yes to confirm.',
    none: 'None.',
    shown: '{{shown}} of {{total}}',
    shownCapped: '{{shown}} of {{total}} or more',
    asked: 'Nothing has changed yet: a second operator has to approve it.',
    unknown: 'Unknown command “{{command}}”. List all with: npm run ops -- --help',
    unknownFlag:
      '{{command}} has no option {{flag}}. List all with: npm run ops -- {{command}} --help',
    valueMissing: 'The option {{flag}} needs a value.',
    unexpected: '“{{text}}” is unexpected: each value follows its option.',
    operatorMissing:
      '{{command}} needs --operator: whom to make it as. operators add makes the first.',
    unreadable: '--{{name}}: the file {{path}} can’t be read ({{cause}}).',
    operatorUnknown:
      'There is no enabled operator “{{name}}”. There are: {{names}}. operators add makes the first.',
    secretKeyMissing: 'SECRET_KEY is not set. Set it to the server’s.',
    oldTables:
      'The database tables are older than this program. Start the server once to migrate them.',
  },
}
