/** Markdown: texts with inline formatting; code, addresses, marks and front matter stay. */
import { expect, test } from 'vitest'
import { readDocument } from '#server/features/documents/formats/documents.ts'
import { shout, textsOf, translate } from '#tests/documents/office-files.ts'

const changed = async (markdown: string, change = shout) =>
  Buffer.from(await translate('md', Buffer.from(markdown), change)).toString()

test('a page keeps all but its texts', async () => {
  const page = `---
title: Keep
---

# Hello *big* world #

Some \`code\` and a [link](https://e.com "T"), ![alt text](a.png) and <https://e.com>.

> Quote **strong**  
> after break

- [ ] item
  1. nested <b>html</b>

| A | B |
|---|:-:|
| x \\| y | \`z\` |

    indented()

\`\`\`js
keep()
\`\`\`

<p align="center">Block <code>keep</code></p>

[ref]: https://e.com "keep"
`
  const expected = page
    .replace('Hello *big* world', 'HELLO *BIG* WORLD')
    .replace('Some `code` and a [link]', 'SOME `code` AND A [LINK]')
    .replace('![alt text](a.png) and', '![ALT TEXT](a.png) AND')
    .replace('Quote **strong**', 'QUOTE **STRONG**')
    .replace('after break', 'AFTER BREAK')
    .replace('item', 'ITEM')
    .replace('nested <b>html</b>', 'NESTED <b>HTML</b>')
    .replace('x \\| y', 'X \\| Y')
    .replace('>Block', '>BLOCK')
  expect(await changed(page)).toBe(expected)
})

test('lines of a paragraph are one text', async () => {
  expect(await textsOf('md', Buffer.from('> One\n> two\n\nthree\nfour'))).toEqual([
    'One two',
    'three four',
  ])
})

test('the label of a reference stays', async () => {
  expect(await changed('See [the page][] or [it].\n\n[the page]: /a\n[it]: /b\n')).toBe(
    'SEE [THE PAGE][the page] OR [IT][it].\n\n[the page]: /a\n[it]: /b\n',
  )
})

test.each([
  ['marks of Markdown', '1. a * b_c <d> | # [e] `f`'],
  ['a heading', '# not one'],
  ['an entity', '&copy; &amp;'],
])('a translation with %s is text', async (_what, words) => {
  for (const page of ['text\n', '| text |\n|---|\n']) {
    const escaped = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    expect(await textsOf('md', Buffer.from(await changed(page, () => escaped)))).toEqual([escaped])
  }
})

test('emphasis that its marks can’t hold is written in HTML', async () => {
  expect(await changed('**Note** please\n', () => '<g id="1">重要：</g>请看')).toBe(
    '<strong>重要：</strong>请看\n',
  )
})

test.each(['[a](', '[^a] ', 'a | b\n', '**a '])(
  'a paragraph of %j repeated is refused before it takes minutes',
  async (mark) => {
    const bytes = Buffer.from(mark.repeat(60_000))
    await expect(readDocument({ format: 'md', bytes })).rejects.toMatchObject({
      reason: 'documentTooComplex',
    })
  },
)

test('long lists, tables, code and embedded pictures are read', async () => {
  const lines = (line: string) => `${line}\n`.repeat(2_500)
  const source = [
    lines('- [ ] [a](b) *c*'),
    `| a | b |\n| - | - |\n${lines('| [x](b) | *y* |')}`,
    `\`\`\`\n${lines('[[[[]]]]')}\`\`\``,
    `![picture](data:image/png;base64,${'A'.repeat(300_000)})`,
  ].join('\n\n')
  expect((await textsOf('md', Buffer.from(source))).length).toBe(2_500 + 2 + 5_000 + 1)
})

test('a tag alone on a line still begins a block of HTML, in which code stays', async () => {
  const source = '<img alt="z">\r\n](u)<pre>{name}'
  expect(await changed(source, (text) => text)).toBe('<img alt="z">\n](u)<pre>{name}')
})

test('a description with marks stays as it is', async () => {
  expect(await textsOf('md', Buffer.from('![<b>](u) ![a picture](u)'))).toEqual(['a picture'])
})
