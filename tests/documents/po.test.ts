/** gettext: messages without a confirmed translation get one, in the plural forms of the language. */
import { po } from 'gettext-parser'
import { expect, test } from 'vitest'
import { readDocument } from '#server/features/documents/formats/documents.ts'
import { shout, textsOf, translate } from '#tests/documents/office-files.ts'

const file = Buffer.from(`# Licence
msgid ""
msgstr ""
"Project-Id-Version: demo\\n"
"Language: en\\n"

#. For translators
#: file.c:1
#, fuzzy, c-format
#| msgid "Old"
msgctxt "menu"
msgid "Open %s\\n"
msgstr "x"

msgid "Done"
msgstr "Fertig"

msgid "%d apple"
msgid_plural "%d apples"
msgstr[0] ""
msgstr[1] ""
`)

const parse = async (language: string) =>
  po.parse(Buffer.from(await translate('po', file, shout, language)))

test('open and doubtful messages are texts, with their placeholders as tags', async () => {
  expect((await textsOf('po', file)).toSorted()).toEqual([
    '<x id="1"/> apple',
    '<x id="1"/> apples',
    'Open <x id="1"/>\n',
  ])
})

test('translations stand beside their contexts and comments, and are no longer doubtful', async () => {
  const { translations } = await parse('ru')
  expect(translations['menu']!['Open %s\n']).toMatchObject({
    msgctxt: 'menu',
    msgstr: ['OPEN %s\n'],
    comments: { extracted: 'For translators', reference: 'file.c:1', flag: 'c-format' },
  })
  expect(translations['']!['Done']!.msgstr).toEqual(['Fertig'])
})

test.each([
  ['zh', ['%d APPLES']],
  ['de', ['%d APPLE', '%d APPLES']],
  ['ru', ['%d APPLE', '%d APPLES', '%d APPLES']],
])('plural forms and header of %s', async (language, forms) => {
  const { headers, translations } = await parse(language)
  expect(translations['']!['%d apple']!.msgstr).toEqual(forms)
  expect(headers).toMatchObject({
    'Project-Id-Version': 'demo',
    Language: language,
    'Plural-Forms': expect.stringContaining(`nplurals=${forms.length};`) as string,
  })
})

test('a text that is no such file is refused', async () => {
  await expect(readDocument({ format: 'po', bytes: Buffer.from('Hello') })).rejects.toMatchObject({
    reason: 'documentOfOtherFormat',
  })
})
