/** The demo's phrase book, and the list of languages. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { translation } from '#contract/translation.ts'
import { chat } from '#locales/samples/chat.ts'
import { phrases } from '#locales/samples/phrase-book.ts'
import { sampleSentences } from '#locales/samples/sentences.ts'
import { demoTranslators, splitSentences } from '#server/features/translation/demo-translator.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { signedIn, startServer } from '#tests/support/server/server.ts'
import { scriptedTranslators, echo } from '#tests/support/gateways/scripted-translator.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const han = /\p{Script=Han}/u
const demoTranslator = demoTranslators.get('tencent')!
const { translate } = {
  translate: async (source: string, target: string, text: string) =>
    (await demoTranslator.translate({ source, target, texts: [text] }))[0]!.translated,
}

test('the phrase book has 150 phrases, each translated in both directions', async () => {
  expect(phrases.length).toBeGreaterThanOrEqual(150)
  for (const [zh, en] of phrases) {
    expect(await translate('zh', 'en', zh.replace('{n}', '12')), zh).not.toMatch(han)
    expect(await translate('en', 'zh', en.replace('{n}', '12')), en).toMatch(han)
  }
})

test.each([
  ['zh', 'en', '你好！这个多少钱？', 'Hello! How much is this?'],
  [
    'zh',
    'en',
    '您好，请稍等。价格是２５.50元',
    'Hello, one moment, please. The price is 25.50 yuan',
  ],
  ['en', 'zh', 'HELLO!  how much is this ?', '你好！这个多少钱？'],
  ['en', 'zh', 'It’s out of stock. I want 100 pieces.', '没有货了。我要100个。'],
  ['zh', 'en', '谢谢😀\n再见', 'Thank you😀\nGoodbye'],
  ['auto', 'en', '谢谢', 'Thank you'],
  ['zh', 'en', '你好。量子纠缠', 'Hello. 量子纠缠'],
  ['en', 'zh', 'Hello. Quantum.', '你好。Quantum.'],
  ['zh', 'fr', '你好', '你好'],
])('%s>%s %s', async (source, target, text, translated) => {
  expect(await translate(source, target, text)).toBe(translated)
})

test('the conversation of the home page is translated, in both directions', async () => {
  for (const { by: speaker, zh, en } of chat) {
    if (speaker === 'buyer') expect(await translate('auto', 'zh', en)).toBe(zh)
    else expect(await translate('auto', 'en', zh)).toBe(en)
    expect(await translate('zh', 'en', zh)).not.toMatch(han)
    expect(await translate('en', 'zh', en)).toMatch(han)
  }
})

test('each channel translates the sample sentences differently', async () => {
  for (const { from, text } of sampleSentences) {
    const request = { source: 'auto', target: from === 'zh' ? 'en' : 'zh', texts: [text] }
    const answers = await Promise.all(
      [...demoTranslators.values()].map(
        async (translator) => (await translator.translate(request))[0]!.translated,
      ),
    )
    expect(new Set(answers).size, text).toBe(demoTranslators.size)
  }
})

test('a phrase is found regardless of case, width and closing marks', async () => {
  const phrase = fc.constantFrom(...phrases.filter(([zh]) => !zh.includes('{n}')))
  const marks = fc.constantFrom('', '.', '!', '。', '！', '?!')
  await fc.assert(
    fc.asyncProperty(phrase, marks, fc.boolean(), async ([zh, en], mark, upper) => {
      const withoutMarks = (text: string) => text.replace(/[.!?。！？]+$/, '')
      expect(await translate('zh', 'en', `  ${zh}${mark}`)).not.toMatch(han)
      expect(
        await translate(
          'en',
          'zh',
          (upper ? en.toUpperCase() : en.toLowerCase()).replace(/\?$/, '') + mark,
        ),
      ).toMatch(han)
      expect(withoutMarks(await translate('zh', 'en', zh + mark))).toBe(
        withoutMarks(await translate('zh', 'en', zh)),
      )
    }),
  )
})

test('splitting into sentences loses no text, and unknown text stays as it is', async () => {
  await fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'ab 你好。.!?？！\n～…😀3,，'.split(/(?:)/u)) }),
      (text) => {
        expect(
          splitSentences(text)
            .map(({ sentence, mark, space }) => sentence + mark + space)
            .join(''),
        ).toBe(text)
      },
    ),
  )
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme-composite', minLength: 1 }), async (text) => {
      expect(await translate('ja', 'ko', text)).toBe(text)
    }),
  )
})

test.each([
  ['你好 مرحبا، 请问多少钱', 'zh'],
  ['مرحبا 你 كيف حالك', 'ar'],
  ['これは漢字です', 'ja'],
  ['안녕하세요 WhatsApp', 'ko'],
  ['привет 你', 'ru'],
  ['WhatsApp 号码', 'zh'],
  ['123 👋', 'en'],
])('the language of “%s” is detected as %s', async (text, code) => {
  const [result] = await demoTranslator.translate({ source: 'auto', target: 'fr', texts: [text] })
  expect(result!.detected).toBe(code)
})

const server = await serverWithCatalogue()
const caller = (await addAccountGroup(server, { quota: [{ chars: 100 }] })).asMain

test('over 200 languages have distinct names in Chinese and English, detection first', async () => {
  const { sourceList, targetList } = (await caller.call(translation.languages, {})).data
  expect(targetList.length).toBeGreaterThanOrEqual(200)
  expect(sourceList[0]).toEqual({
    id: 'auto',
    langCode: 'auto',
    chineseName: '自动检测',
    englishName: 'Detect language',
  })
  expect(sourceList.slice(1)).toEqual(targetList)
  for (const { langCode, chineseName, englishName } of targetList) {
    expect(chineseName, langCode).toMatch(/\p{Script=Han}/u)
    expect(englishName, langCode).toMatch(/^[^\p{Script=Han}]{2,}$/u)
    expect(englishName).not.toBe(langCode)
  }
  for (const name of ['chineseName', 'englishName'] as const)
    expect(new Set(targetList.map((language) => language[name])).size).toBe(targetList.length)
  expect(targetList.find(({ langCode }) => langCode === 'zh')).toMatchObject({
    chineseName: '简体中文',
    englishName: 'Simplified Chinese',
  })
})

test('a translation of the demo is marked as such', async () => {
  const { data } = await caller.call(translation.text, {
    source: 'auto',
    target: 'en',
    text: '你好',
  })
  expect(data).toEqual({
    translated: 'Hello',
    detected: 'zh',
    chars: 2,
    tranChannelId: '1',
    demo: true,
  })
  expect((await caller.call(translation.channels, {})).data.every(({ demo }) => demo === 1)).toBe(
    true,
  )
})

test('a channel out of service lists no languages and refuses translations', async () => {
  const serverWithoutTencent = await startServer({}, server.database, {
    translators: scriptedTranslators(echo, ['tencent']).translators,
  })
  const member = await signedIn(serverWithoutTencent, {
    ownerId: caller.signer!.userId as string,
    userId: caller.signer!.userId as string,
    account: '',
  })
  expect((await member.call(translation.languages, {})).data).toEqual({
    sourceList: [],
    targetList: [],
  })
  expect(
    await member.refused(translation.text, { source: 'zh', target: 'en', text: '你好' }),
  ).toMatchObject({ code: 'channelClosed' })
  await serverWithoutTencent.close()
})
