/** Refused changes of catalogue and site content, and notes on their effect, for operators. */
import type { Messages, PlaceholdersIn, ValuesFor } from '#locales/messages.ts'

export const zh = {
  reasons: {
    underpriced:
      '套餐“{{package}}”（编号{{id}}）以¥{{price}}出售{{characters}}字符，而通道“{{channel}}”每百万字符计¥{{worth}}：买家切换通道后，换得的价值会超过所付金额',
    unknownChannel: '通道{{channel}}不存在。现有通道：{{channels}}',
    freeTestOnSale: '套餐“{{package}}”（编号{{id}}）是免费试用，不能出售',
    freeTimePackage: '包月套餐必须有价格：通道每分钟的价值由它确定',
    freeOnSale: '在售套餐必须有价格',
    freeTestNeeded: '套餐“{{package}}”（编号{{id}}）是新账号的免费试用，不能删除',
    packageOnSale: '套餐“{{package}}”（编号{{id}}）正在出售，请先下架',
    packageInUse:
      '套餐“{{package}}”（编号{{id}}）正在使用（客户：{{members}}，订单：{{orders}}），只能下架',
    lastTimePackage:
      '套餐“{{package}}”（编号{{id}}）是通道“{{channel}}”上唯一的包月套餐，每分钟的价值由它确定，而该通道还有客户在用',
    channelOffered: '通道“{{channel}}”正在开放，请先停止开放',
    ownFallback: '通道“{{channel}}”不能是自己的备用通道',
    fallbackSameEngine:
      '通道“{{channel}}”与备用通道“{{fallback}}”使用同一个翻译引擎，会同时中断，请选择使用其他引擎的通道',
    fallbackAbroad:
      '通道“{{channel}}”的原文不出境，而“{{fallback}}”的服务器可能在境外，不能作为备用通道（见隐私政策）',
    fallbackInUse: '通道“{{channel}}”是通道“{{user}}”的备用通道，请先为后者改选',
    channelInUse:
      '通道“{{channel}}”正在使用（客户：{{members}}，套餐：{{packages}}，订单：{{orders}}）',
    contactTaken: '{{platform}}上已有这个账号的联系方式',
    pictureUnreadable: '图片须为 PNG 或 JPEG，最大{{limit}} KB',
    downloadsShape:
      '{{record}}须为列表，第一项的“child”列出各下载项，每项含 id、label、enLabel、version、val 和 childId',
    downloadTwice: '下载项{{download}}重复',
    downloadTarget: '下载项“{{download}}”须有下载地址，或可选的下载项，二者选其一',
    downloadAddress: '下载项“{{download}}”的地址须以 https:// 或 http:// 开头',
    downloadMissing: '下载项“{{download}}”包含的下载项{{child}}不存在',
    downloadNested: '下载项“{{download}}”包含的下载项“{{child}}”自己还包含其他下载项',
    configId: '“{{record}}”不能用作编号：只能用字母、数字和下划线，最多{{limit}}个',
    configSize: '内容超过{{limit}} KB',
    configJson: '内容不是有效的 JSON，请检查第{{line}}行',
    announcementEnd: '结束时间须晚于发布时间和当前时间',
    announcementPublished:
      '公告“{{announcement}}”已发布，只能修改结束时间；如需修改内容，请撤回后重新发布',
    tooManyAnnouncements: '已发布和待发布的公告最多{{limit}}条，请先撤回一部分',
    announcementClosed: '公告“{{announcement}}”不存在或已撤回',
  },
  notes: {
    existingOrders: '已有订单不受影响。',
    minutesConverted:
      '通道“{{channel}}”的时长按在售套餐中最低的单价换算，该套餐现有的{{members}}个客户也不例外。',
    membersConverted: '该通道现有客户：{{members}}个。余额不变，以后换算按新的价格。',
  },
} as const

export const en: Messages<typeof zh> = {
  reasons: {
    underpriced:
      'Package “{{package}}” (ID {{id}}) would sell {{characters}} characters for ¥{{price}}, while channel “{{channel}}” counts a million as ¥{{worth}}: a buyer could convert it into more than they paid.',
    unknownChannel: 'Channel {{channel}} does not exist. Channels: {{channels}}.',
    freeTestOnSale: 'Package “{{package}}” (ID {{id}}) is the free trial and can’t be sold.',
    freeTimePackage:
      'A monthly package must have a price, because the price sets the value of a minute on its channel.',
    freeOnSale: 'A package on sale must have a price.',
    freeTestNeeded:
      'Package “{{package}}” (ID {{id}}) is the free trial of new accounts and can’t be deleted.',
    packageOnSale: 'Package “{{package}}” (ID {{id}}) is on sale. Take it off sale first.',
    packageInUse:
      'Package “{{package}}” (ID {{id}}) is in use (customers: {{members}}, orders: {{orders}}). You can only take it off sale.',
    lastTimePackage:
      'Package “{{package}}” (ID {{id}}) is the only one that sets the value of a minute on channel “{{channel}}”, which has customers.',
    channelOffered: 'Channel “{{channel}}” is offered. Stop offering it first.',
    ownFallback: 'Channel “{{channel}}” can’t be its own fallback.',
    fallbackSameEngine:
      'Channel “{{channel}}” and its fallback “{{fallback}}” have the same engine, so both would be down at once. Choose a channel with another engine.',
    fallbackAbroad:
      'The text of channel “{{channel}}” does not leave mainland China, while servers of “{{fallback}}” may be abroad, so it can’t be its fallback (see the privacy policy).',
    fallbackInUse:
      'Channel “{{channel}}” is the fallback of channel “{{user}}”. Choose another one there first.',
    channelInUse:
      'Channel “{{channel}}” is in use (customers: {{members}}, packages: {{packages}}, orders: {{orders}}).',
    contactTaken: 'There is already a contact on {{platform}} with that account.',
    pictureUnreadable: 'The picture must be a PNG or JPEG of up to {{limit}} KB.',
    downloadsShape:
      '{{record}} has to be a list whose first item has the downloads as “child”, each with id, label, enLabel, version, val and childId.',
    downloadTwice: 'There is more than one download {{download}}.',
    downloadTarget:
      'Download “{{download}}” must have either an address or downloads to choose from.',
    downloadAddress: 'The address of download “{{download}}” must start with https:// or http://.',
    downloadMissing: 'Download “{{download}}” offers download {{child}}, which does not exist.',
    downloadNested:
      'Download “{{download}}” offers download “{{child}}”, which offers others itself.',
    configId:
      '“{{record}}” can’t be the id of a record: it must be {{limit}} letters, digits and underscores at most.',
    configSize: 'The value is larger than {{limit}} KB.',
    configJson: 'The value is not valid JSON. Check line {{line}}.',
    announcementEnd: 'The end must be later than the start and than now.',
    announcementPublished:
      'Announcement “{{announcement}}” is published, so only its end can change. To change its text, withdraw it and publish a new one.',
    tooManyAnnouncements:
      'There can be at most {{limit}} scheduled and published announcements. Please withdraw some first.',
    announcementClosed: 'Announcement “{{announcement}}” was not found or is already withdrawn.',
  },
  notes: {
    existingOrders: 'Existing orders are not affected.',
    minutesConverted:
      'Minutes on channel “{{channel}}” are converted at the cheapest rate on sale, including for its {{members}} current customers.',
    membersConverted:
      'Customers on this channel: {{members}}. Their quota stays the same; future conversions use the new price.',
  },
}

export type CatalogueReason = keyof typeof zh.reasons
/** Effects of a change, shown to the operator before the confirmation. */
export type CatalogueNote = {
  [K in keyof typeof zh.notes]: { key: K; values: ValuesFor<PlaceholdersIn<(typeof zh.notes)[K]>> }
}[keyof typeof zh.notes]
