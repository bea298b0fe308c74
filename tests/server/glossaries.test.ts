/** Glossaries: limits, deletion with their terms, and terms applied to translations on every channel. */
import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { businessLimits } from '#contract/business-limits.ts'
import { glossaries, glossaryTerms } from '#contract/glossaries.ts'
import { translation } from '#contract/translation.ts'
import { users } from '#contract/users.ts'
import { createTermMatcher, type Term } from '#server/features/glossaries/term-matcher.ts'
import { createLanguageSupport, type Translator } from '#server/features/translation/translator.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { signedIn, type ApiErrorData, type Caller } from '#tests/support/server/server.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const limits = businessLimits.glossaries
/** What the channel keeps of markup, and whether it loses what stands for a term. */
let channel: { markup?: 'html' | 'xml'; losesTerms?: boolean } = {}
/** Turns every text into capitals, apart from tags. */
const capitals: Translator = {
  demo: false,
  languages: createLanguageSupport('en zh de'),
  get abilities() {
    const { markup } = channel
    return { ...(markup && { markup }), models: ['latency_optimized'] as const }
  },
  translate: ({ texts }) =>
    Promise.resolve(
      texts.map((text) => ({
        translated: channel.losesTerms
          ? text.replace(/<[^>]*>|⟦[^⟧]*⟧/g, '').toUpperCase()
          : text.replace(channel.markup ? /<[^>]*>|&\w+;|[^<&]+/g : /^.*$/s, (part) =>
              channel.markup && /^[<&]/.test(part) ? part : part.toUpperCase(),
            ),
      })),
    ),
}
beforeEach(() => void (channel = {}))

const server = await serverWithCatalogue({ translators: new Map([['tencent', capitals]]) })

async function newGroup() {
  const { main, subs } = await addAccountGroup(server, {
    quota: [{ chars: 10_000 }, { chars: 1_000 }],
  })
  return { main: await signedIn(server, main), sub: await signedIn(server, subs[0]!) }
}
async function newGlossary(
  main: Caller,
  terms: readonly (readonly [string, string?])[],
  name = 'Shop',
) {
  await main.call(glossaries.calls.create, { name })
  const { rows } = (await main.call(glossaries.calls.page, { name })).data
  const glossaryId = rows[0]!.id
  const { data, msg } = await main.call(glossaryTerms.calls.import, {
    rows: terms.map(([sourceTerm, targetTerm]) => ({
      glossaryId,
      sourceLangCode: 'en',
      targetLangCode: 'zh',
      sourceTerm,
      targetTerm,
      caseSensitive: 0 as const,
    })),
  })
  if (data.imported !== terms.length) throw new Error(msg + JSON.stringify(data))
  return glossaryId
}
const translate = (caller: Caller, text: string, glossaryId: string | number, source = 'en') =>
  caller.call(translation.text, { source, target: 'zh', text, glossaryId })
const codeOf = ({ data }: { data: unknown }) => (data as ApiErrorData).code

test.each([undefined, 'html', 'xml'] as const)(
  'terms are translated as the glossary says, the longest first, as whole words, by a channel that keeps %s',
  async (markup) => {
    channel = markup ? { markup } : {}
    const { main, sub } = await newGroup()
    const id = await newGlossary(main, [['apple', '苹果'], ['Apple Pie', '苹果派'], ['Yiqiao']])
    const { data } = await translate(sub, 'An apple, an APPLE pie and pineapple by yiqiao.', id)
    expect(data.translated).toBe('AN 苹果, AN 苹果派 AND PINEAPPLE BY yiqiao.')
    expect(data.terms).toEqual([
      { source: 'apple', target: '苹果' },
      { source: 'APPLE pie', target: '苹果派' },
      { source: 'yiqiao', target: 'yiqiao' },
    ])
    expect(data.chars).toBe(47)
    const text = 'a < b && cart &amp; <i>apple</i>'
    expect((await translate(main, text, id)).data.translated).toBe(
      'A < B && CART &AMP; <I>苹果</I>',
    )
  },
)

test('terms that a channel loses are still applied', async () => {
  const { main } = await newGroup()
  const id = await newGlossary(main, [['cart', '购物车']])
  channel = { losesTerms: true }
  expect((await translate(main, 'the cart is full', id)).data.translated).toBe('THE 购物车 IS FULL')
})

test('a text of nothing but terms is free', async () => {
  const { main } = await newGroup()
  const id = await newGlossary(main, [['cart', '购物车']])
  expect((await translate(main, ' Cart ', id)).data).toMatchObject({
    translated: ' 购物车 ',
    chars: 0,
  })
  expect((await main.call(users.get, {})).data.memberAccount.usableCharNum).toBe(10_000)
})

test('a changed term counts at once, and a deleted one no longer', async () => {
  const { main } = await newGroup()
  const id = await newGlossary(main, [
    ['cart', '购物车'],
    ['shop', '店'],
  ])
  await translate(main, 'my cart', id)
  const { rows } = (await main.call(glossaryTerms.calls.page, { glossaryId: id })).data
  const cart = rows.find(({ sourceTerm }) => sourceTerm === 'cart')!
  await main.call(glossaryTerms.calls.edit, { ...cart, targetTerm: '手推车' })
  expect((await translate(main, 'my cart', id)).data.translated).toBe('MY 手推车')
  await main.call(glossaryTerms.calls.remove, { id: cart.id })
  expect((await translate(main, 'my cart', id)).data.translated).toBe('MY CART')
})

test('another account’s glossary, an unknown pair and detection are refused, and nothing is charged', async () => {
  const [{ main }, other] = [await newGroup(), await newGroup()]
  const id = await newGlossary(main, [['cart', '购物车']])
  expect(codeOf(await translate(other.main, 'cart', id))).toBe('notFound')
  expect(codeOf(await translate(main, 'cart', 'x'))).toBe('notFound')
  expect(codeOf(await translate(main, 'cart', id, 'de'))).toBe('invalid')
  expect(codeOf(await translate(main, 'cart', id, 'auto'))).toBe('invalid')
  expect((await main.call(users.get, {})).data.memberAccount.usableCharNum).toBe(10_000)
})

test('a glossary is deleted with its terms, and only by the main account', async () => {
  const { main, sub } = await newGroup()
  const id = await newGlossary(main, [['cart', '购物车']])
  const kept = await newGlossary(main, [['shop', '店']], 'Kept')
  expect(codeOf(await sub.call(glossaries.calls.remove, { id }))).toBe('notAllowed')
  expect((await main.call(glossaries.calls.remove, { ids: [id] })).success).toBe(true)
  expect((await main.call(glossaryTerms.calls.page, {})).data.total).toBe(1)
  expect((await main.call(glossaries.calls.page, {})).data.rows).toMatchObject([
    { id: kept, termNum: 1, languagePairs: 'en → zh' },
  ])
})

test('a glossary has no more terms than the limit', async () => {
  const { main } = await newGroup()
  const id = await newGlossary(
    main,
    Array.from({ length: limits.terms }, (_, n) => [`term${n}`, `T${n}`] as const),
  )
  const term = { sourceLangCode: 'en', targetLangCode: 'zh', sourceTerm: 'more' }
  expect(codeOf(await main.call(glossaryTerms.calls.create, { ...term, glossaryId: id }))).toBe(
    'notAllowed',
  )
  const { data } = await main.call(glossaryTerms.calls.page, { glossaryId: id })
  expect(data.total).toBe(limits.terms)
})

test('glossaries with many terms are deleted together', async () => {
  const { main } = await newGroup()
  const ids: (string | number)[] = []
  for (let n = 0; n < 7; n++) ids.push(await newGlossary(main, [['term']], `Many ${n}`))
  // Together more terms than a statement may have parameters.
  const { db } = server.database
  const { userId } = main.signer!
  await db.execute(
    sql`insert into glossary_terms (owner_id, created_at, glossary_id, source_lang_code, target_lang_code, source_term)
      select owner_id, created_at, glossary_id, source_lang_code, target_lang_code, source_term || n
      from glossary_terms, generate_series(2, ${limits.terms}::int) n where owner_id = ${userId}::bigint`,
  )
  await db.execute(
    sql`update collection_counts set rows = ${limits.terms * 7} where owner_id = ${userId}::bigint and collection = 'glossaryTerms'`,
  )
  expect((await main.call(glossaryTerms.calls.page, {})).data.total).toBe(limits.terms * 7)
  expect((await main.call(glossaries.calls.remove, { ids })).success).toBe(true)
  expect((await main.call(glossaryTerms.calls.page, {})).data.total).toBe(0)
})

test('deleting a glossary while its terms are added and edited ends without a deadlock', async () => {
  const { main } = await newGroup()
  for (let n = 0; n < 6; n++) {
    const id = await newGlossary(main, [['cart', '购物车']], `Race ${n}`)
    const { rows } = (await main.call(glossaryTerms.calls.page, { glossaryId: id })).data
    const term = { glossaryId: id, sourceLangCode: 'en', targetLangCode: 'zh', sourceTerm: 'new' }
    const replies = await Promise.all([
      main.call(glossaryTerms.calls.create, term),
      main.call(glossaryTerms.calls.edit, { ...rows[0]!, targetTerm: '车' }),
      main.call(glossaries.calls.remove, { id }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(replies[2].success).toBe(true)
  }
  expect((await main.call(glossaryTerms.calls.page, {})).data.total).toBe(0)
})

const word = fc.stringMatching(/^[ab]{1,4}$/)
const someTerms = fc.uniqueArray(
  fc.record<Term>({
    source: word,
    target: fc.constantFrom('X', null),
    caseSensitive: fc.boolean(),
  }),
  { selector: ({ source }) => source, maxLength: 8 },
)

test('matches are in order, do not overlap, are words of the glossary, and none is missed', () => {
  fc.assert(
    fc.property(someTerms, fc.array(word, { maxLength: 12 }), (terms, words) => {
      const text = words.join(' ')
      const known = new Set(terms.map(({ source }) => source))
      const found = createTermMatcher(terms)(text)
      expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(
        words.filter((one) => known.has(one)),
      )
    }),
  )
})

test('Chinese terms are found inside of text without spaces', () => {
  const find = createTermMatcher([
    { source: '购物', target: 'shopping', caseSensitive: false },
    { source: '购物车', target: 'cart', caseSensitive: false },
  ])
  expect(find('我的购物车和购物').map(({ target }) => target)).toEqual(['cart', 'shopping'])
})
