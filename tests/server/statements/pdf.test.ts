/** A statement as PDF: all its tables in both languages, in an embedded font, over several pages. */
import { expect, test } from 'vitest'
import { extractText, getDocumentProxy } from 'unpdf'
import { statements } from '#contract/statements.ts'
import { drawStatement } from '#server/features/statements/draw-statement.ts'
import { readStatement } from '#server/features/statements/read-statements.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { chargeTranslation } from '#tests/support/server/charge-translation.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'
import { signIn, type Lang } from '#tests/support/server/server.ts'
import { sql } from 'drizzle-orm'

const zone = 'Asia/Shanghai'
const server = await serverWithCatalogue()
const { db } = server.database
const now = new Date(server.now())
const month = formatWireTime(now, zone).slice(0, 7)

const { main, subs } = await addAccountGroup(server, {
  quota: [{ chars: 1_234_567 }, ...Array.from({ length: 60 }, () => ({ chars: 1_000 }))],
})
await db.execute(
  sql`update users set nickname = '客服小李' where owner_id = ${main.ownerId}::bigint and user_id = ${subs[0]!.userId}::bigint`,
)
await chargeTranslation(
  db,
  {
    ownerId: main.ownerId,
    userId: subs[0]!.userId,
    chars: 321,
    ip: '192.0.2.1',
    clientType: 'web',
    source: 'zh',
    target: 'en',
  },
  zone,
  now,
)
const read = (userId?: string) =>
  readStatement(db, { ownerId: main.ownerId, userId }, month, { now, zone, canClose: true })

async function textOf(pdf: Uint8Array): Promise<{ pages: number; text: string }> {
  const { totalPages, text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), {
    mergePages: true,
  })
  return { pages: totalPages, text }
}

test('it has title, account, balances, each account and use in Chinese, on numbered pages', async () => {
  const pdf = await drawStatement(await read(), { lang: 'zh', issuedAt: '2026-11-01 09:00:00' })
  const { pages, text } = await textOf(pdf)
  expect(pages).toBeGreaterThan(1)
  for (const part of [
    '对账单',
    main.account,
    '期初余额',
    '期末余额',
    '1,294,246',
    `客服小李 (${subs[0]!.account})`,
    '腾讯翻译',
    '简体中文 > 英语',
    '−321',
    '2026-11-01 09:00:00',
    `第${pages}页，共${pages}页`,
    subs.at(-1)!.account,
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('PDF 字体')
})

test('in English, of one account, it has no other account', async () => {
  const pdf = await drawStatement(await read(subs[0]!.userId), {
    lang: 'en',
    issuedAt: '2026-11-01 09:00:00',
  })
  const { pages, text } = await textOf(pdf)
  expect(pages).toBe(1)
  for (const part of ['Statement of', 'Opening balance', 'Simplified Chinese > English', '−321'])
    expect(text).toContain(part)
  expect(text).not.toContain(subs[1]!.account)
})

test('names in other scripts are legible or marked, and a note says so only then', async () => {
  const statement = await read()
  const note = 'Characters that the font of this PDF lacks'
  const draw = async (nickname: string) => {
    const [first, ...others] = statement.people
    const people = [{ ...first!, nickname }, ...others]
    const options = { lang: 'en', issuedAt: '2026-11-01 09:00:00' } as const
    return (await textOf(await drawStatement({ ...statement, people }, options))).text
  }
  const plain = await draw('陳國棟 Nguyễn Żółć è')
  expect(plain).toContain('陳國棟 Nguyen Zó?c è')
  expect(plain).toContain(note)
  const replaced = await draw('김민수 😀 Иван')
  expect(replaced).toContain('??? ? ????')
  expect(await draw('Why? 喆 あ')).not.toContain(note)
})

test('its font is embedded, and only with the characters that it uses', async () => {
  const pdf = Buffer.from(
    await drawStatement(await read(), { lang: 'zh', issuedAt: '2026-11-01 09:00:00' }),
  )
  const source = pdf.toString('latin1')
  expect(source).toMatch(/\/BaseFont \/[A-Z]{6}\+NotoSansSC/)
  expect(source).toContain('/FontFile2')
  expect(pdf.length).toBeLessThan(150_000)
})

test.each<[Lang, string]>([
  ['zh-CN', '对账单'],
  ['en-US', 'statement'],
])('the call answers with a file named in %s', async (lang, name) => {
  const owner = await signIn(server, main.account, lang)
  const reply = await fetch(`${server.api}${statements.pdf.path}?month=${month}`, {
    headers: owner.headers(),
  })
  expect(reply.headers.get('content-type')).toBe('application/pdf')
  expect(decodeURIComponent(reply.headers.get('content-disposition')!)).toContain(
    `${name}_${month}_`,
  )
  expect((await textOf(new Uint8Array(await reply.arrayBuffer()))).text).toContain(main.account)
})
