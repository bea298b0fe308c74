/** Tags of XML and HTML survive on channels with and without means of their own. */
import * as deepl from 'deepl-node'
import fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { engines } from '#contract/translation-engines.ts'
import { createTranslators } from '#server/features/translation/translators.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { addKey } from '#tests/support/actors/program-keys.ts'
import { scriptedTranslators, type Script } from '#tests/support/gateways/scripted-translator.ts'
import { vendorServer, type Request } from '#tests/support/gateways/translation-vendors.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

/** Translates letters to capitals, and keeps all else. */
const shout: Script = async ({ text }) => ({ translated: text.toUpperCase() })
let currentScript: Script = shout
const plain = scriptedTranslators((request, engine) => currentScript(request, engine))
const server = await serverWithCatalogue({ translators: plain.translators })
beforeEach(() => {
  currentScript = shout
  plain.requests.length = 0
})

async function createClient(origin = server) {
  const { main } = await addAccountGroup(origin, { quota: [{ chars: 1_000_000 }] })
  return new deepl.DeepLClient(await addKey(origin.database.db, main), {
    serverUrl: origin.origin,
    maxRetries: 1,
  })
}
type Options = Omit<deepl.TranslateTextOptions, 'tagHandling'>
const translate = async (text: string, tagHandling: 'xml' | 'html', options: Options = {}) =>
  (await createClient()).translateText(text, 'en', 'fr', { ...options, tagHandling })

test.each<[what: string, text: string, translated: string]>([
  ['a block', '<p class="a">one</p>', '<p class="a">ONE</p>'],
  [
    'inline tags',
    '<p>one <b>two <i>three</i></b> four</p>',
    '<p>ONE <b>TWO <i>THREE</i></b> FOUR</p>',
  ],
  [
    'attributes with quotes',
    'a <a title="x > y" href=\'/z\'>b</a> c',
    'A <a title="x > y" href=\'/z\'>B</a> C',
  ],
  ['line breaks and pictures', 'one<br>two <img src="x"> three', 'ONE<br>TWO <img src="x"> THREE'],
  ['character references', '<p>a &amp; b &lt; c</p>', '<p>A &amp; B &lt; C</p>'],
  [
    'comments and scripts',
    '<!-- a --><script>var a</script>b',
    '<!-- a --><script>var a</script>B',
  ],
  [
    'what is not to be translated',
    '<p>a <span translate="no">b</span> c</p>',
    '<p>A <span translate="no">b</span> C</p>',
  ],
  ['tags that are not nested', '<b>one <i>two</b> three</i>', '<b>ONE <i>TWO</b> THREE</i>'],
])('HTML keeps %s', async (_what, text, translated) => {
  expect((await translate(text, 'html')).text).toBe(translated)
})

test('only the text outside of tags is charged', async () => {
  const { billedCharacters } = await translate('<h1 style="color:red">Title</h1>', 'html')
  expect(billedCharacters).toBe(5)
})

test('XML is divided by its outline, and by the tags that are named', async () => {
  const units = () => plain.requests.splice(0).map(({ text }) => text)
  const text = '<doc><title>one</title><p>two <par>three</par> four</p></doc>'
  expect((await translate(text, 'xml')).text).toBe(
    '<doc><title>ONE</title><p>TWO <par>THREE</par> FOUR</p></doc>',
  )
  expect(units()).toEqual(['one', 'two ⟦1⟧three⟦/1⟧ four'])
  await translate(text, 'xml', { splittingTags: ['par'] })
  expect(units()).toEqual(['one', 'two', 'three', 'four'])
  await translate(text, 'xml', { outlineDetection: false, nonSplittingTags: ['title'] })
  expect(units()).toEqual(['⟦1⟧one⟦/1⟧⟦2⟧two ⟦3⟧three⟦/3⟧ four⟦/2⟧'])
})

test('ignored tags keep their content, which is free', async () => {
  const result = await translate('<p>say <keep>hello</keep> now</p>', 'xml', { ignoreTags: 'keep' })
  expect(result).toMatchObject({ text: '<p>SAY <keep>hello</keep> NOW</p>', billedCharacters: 8 })
})

test('XML that is not well-formed is refused in a sentence', async () => {
  for (const text of ['<a>x', 'x</a>', '<a><b>x</a></b>', 'x < y'])
    await expect(translate(text, 'xml')).rejects.toThrow('not well-formed XML')
})

test.each<[what: string, lose: (text: string) => string]>([
  ['loses', (text) => text.replaceAll(/⟦\/?\d+⟧/g, '')],
  ['repeats', (text) => text + (/⟦\d+⟧/.exec(text)?.[0] ?? '')],
  ['mixes up', (text) => text.replace('⟦/2⟧⟦/1⟧', '⟦/1⟧⟦/2⟧')],
  ['invents', (text) => (text.includes('⟦') ? `${text}⟦9⟧` : text)],
])('a text is translated in pieces if the channel %s placeholders', async (_what, lose) => {
  currentScript = async ({ text }) => ({ translated: lose(text.toUpperCase()) })
  const { text, billedCharacters } = await translate('one <b>two <i>three</i></b> x', 'html')
  expect(text).toBe('ONE <b>TWO <i>THREE</i></b> X')
  expect(billedCharacters).toBe(15)
})

test('a text with what looks like a placeholder keeps it', async () => {
  expect((await translate('one ⟦1⟧ <b>two</b>', 'html')).text).toBe('ONE ⟦1⟧ <b>TWO</b>')
})

test('a long run of spaces after what begins a placeholder is translated like any other', async () => {
  const spaces = ' '.repeat(60_000)
  const { text } = await translate(`<b>a</b>⟦${spaces}x`, 'html')
  expect(text).toBe(`<b>A</b>⟦${spaces}X`)
})

test('any HTML keeps its tags', async () => {
  const client = await createClient()
  const piece = fc.constantFrom(
    '<b>',
    '</b>',
    '<p>',
    '</p>',
    '<br/>',
    '<a href="/x?a=1&b=2">',
    '</a>',
    '<i',
    '>',
    '"',
    "'",
    'word',
    ' ',
    '&amp;',
    '<!--',
    '-->',
    '⟦1⟧',
  )
  const texts = fc.sample(
    fc.array(piece, { maxLength: 12 }).map((parts) => parts.join('')),
    { seed: 7, numRuns: 50 },
  )
  const sent = texts.filter((text) => text !== '')
  const results = await client.translateText(sent, 'en', 'fr', { tagHandling: 'html' })
  const tagsOf = (text: string) => text.match(/<\/?[a-z][^<>]*>/g) ?? []
  const letters = (text: string) =>
    text.toLowerCase().replaceAll('&lt;', '<').replaceAll('&gt;', '>')
  expect(results.map(({ text }) => tagsOf(text))).toEqual(sent.map(tagsOf))
  expect(results.map(({ text }) => letters(text))).toEqual(sent.map(letters))
})

test.each(['google', 'microsoft', 'deepl'] as const)(
  '%s gets the tags as markup, all texts in one request',
  async (engine) => {
    const requests: Request[] = []
    const upper = (text: string) =>
      text.replace(/(<[^>]*>|&\w+;)|\w+/g, (word, kept?: string) => kept ?? word.toUpperCase())
    const vendor = await vendorServer((request) => {
      requests.push(request)
      const body = JSON.parse(request.body) as { q: string | string[]; text: string[] } & {
        Text: string
      }[]
      if (engine === 'google')
        return {
          body: {
            data: {
              translations: [body.q].flat().map((text) => ({ translatedText: upper(text) })),
            },
          },
        }
      if (engine === 'microsoft')
        return { body: body.map(({ Text }) => ({ translations: [{ text: upper(Text) }] })) }
      return { body: { translations: body.text.map((text) => ({ text: upper(text) })) } }
    })
    afterAll(() => vendor.close())
    const keys = {
      google: { google: { key: 'k', url: vendor.url } },
      microsoft: { microsoft: { key: 'k', region: undefined, url: vendor.url } },
      deepl: { deepl: { key: 'k', url: vendor.url } },
    }
    const all = createTranslators({ vendors: keys[engine], production: true })
    const translators = new Map(engines.map((name) => [name, all.get(engine)!]))
    const own = await serverWithCatalogue({ translators })
    const client = await createClient(own)
    const results = await client.translateText(
      ['one <b>two</b> & <br>three', 'plain <i>x</i> y'],
      'en',
      'fr',
      { tagHandling: 'html' },
    )
    expect(results.map(({ text }) => text)).toEqual([
      'ONE <b>TWO</b> &amp; <br>THREE',
      'PLAIN <i>X</i> Y',
    ])
    expect(requests.length).toBe(1)
    const [{ body, query }] = requests as [Request]
    expect(body).toContain(engine === 'deepl' ? '"tag_handling":"xml"' : 'one <b id=')
    if (engine === 'google') expect(body).toContain('"format":"html"')
    if (engine === 'microsoft') expect(query.get('textType')).toBe('html')
  },
)
