/** Demo service contacts and downloads, all on domains reserved for examples. */
import { accountTypes, downloadsId } from '#contract/site.ts'
import { configRecords, serviceContacts } from '#server/features/site/table.ts'
import type { Db } from '#server/platform/db/open.ts'

const { preSale, afterSale } = accountTypes

const contacts = [
  {
    platform: 'WeChat',
    accountType: preSale,
    account: 'yiqiao-sales',
    referUrl: 'https://wechat.example.com/u/yiqiao-sales',
  },
  {
    platform: 'WhatsApp',
    accountType: preSale,
    account: '+1 202 555 0143',
    referUrl: 'https://whatsapp.example.com/12025550143',
  },
  {
    platform: 'Telegram',
    accountType: preSale,
    account: '@yiqiao_sales',
    referUrl: 'https://telegram.example.com/yiqiao_sales',
  },
  {
    platform: 'WeChat',
    accountType: afterSale,
    account: 'yiqiao-care',
    referUrl: 'https://wechat.example.com/u/yiqiao-care',
  },
  {
    platform: 'WhatsApp',
    accountType: afterSale,
    account: '+1 202 555 0178',
    referUrl: 'https://whatsapp.example.com/12025550178',
  },
  {
    platform: 'Telegram',
    accountType: afterSale,
    account: '@yiqiao_care',
    referUrl: 'https://telegram.example.com/yiqiao_care',
  },
]

/** An item with a non-empty `childId` opens a submenu of these ids; others are links (spec 3.15). */
const downloads = [
  {
    child: [
      {
        id: 1,
        label: 'Windows 64 位',
        enLabel: 'Windows 64-bit',
        version: '2.6.1',
        val: 'https://downloads.example.com/yiqiao-2.6.1-x64.exe',
        childId: [],
      },
      { id: 2, label: 'macOS', enLabel: 'macOS', version: '2.6.1', val: '', childId: [21, 22] },
      {
        id: 21,
        label: 'macOS（Apple 芯片）',
        enLabel: 'macOS (Apple silicon)',
        version: '2.6.1',
        val: 'https://downloads.example.com/yiqiao-2.6.1-arm64.dmg',
        childId: [],
      },
      {
        id: 22,
        label: 'macOS（Intel 芯片）',
        enLabel: 'macOS (Intel)',
        version: '2.6.1',
        val: 'https://downloads.example.com/yiqiao-2.6.1-x64.dmg',
        childId: [],
      },
      {
        id: 3,
        label: 'Android',
        enLabel: 'Android',
        version: '2.5.4',
        val: 'https://downloads.example.com/yiqiao-2.5.4.apk',
        childId: [],
      },
    ],
  },
]

export async function insertSite(db: Db): Promise<void> {
  await db
    .insert(serviceContacts)
    .values(contacts.map((contact, index) => ({ ...contact, position: index + 1 })))
  await db.insert(configRecords).values({ id: downloadsId, value: downloads })
}
