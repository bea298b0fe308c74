/** HTML: blocks and read attributes are texts; code, scripts and markup stay byte for byte. */
import { expect, test } from 'vitest'
import { shout, textsOf, translate } from '#tests/documents/office-files.ts'

const shouted = async (html: string, language?: string) =>
  Buffer.from(await translate('html', Buffer.from(html), shout, language)).toString()

test.each([
  ['formatting', '<p>Hello <b>big</b>\n  world</p>', 'Hello <g id="1">big</g> world'],
  ['a line break', 'Hello<br>world', 'Hello<x id="1"/>world'],
  ['code', '<li>Type <code>npm i</code> here', 'Type <x id="1"/> here'],
  ['entities', '<p>a &lt; b &copy; &amp;amp;</p>', 'a &lt; b © &amp;amp;'],
  ['a part that is marked', '<p>By <i translate="no">Yiqiao</i> only</p>', 'By <x id="1"/> only'],
])('%s within a text', async (_what, html, text) => {
  expect(await textsOf('html', Buffer.from(html))).toEqual([text])
})

test('a page keeps all but its texts and its language', async () => {
  const page = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>My page</title><meta name="description" content="About &amp; more">
<style>p{color:red}</style><script>var a="keep"</script></head>
<body class=x><h1>Title</h1><pre>keep this</pre><!-- keep -->
<ul><li>One<li>Two</ul><div>Loose <p>Para</p> tail</div>
<a href="/en" title="Go &quot;there&quot;">Link <img src="a.png" alt="A picture"></a><p class="notranslate">Keep</p>
<input type=submit value="Send"><input value="keep"><input placeholder='Your name'><p>42</p></body></html>`
  expect(await shouted(page, 'zh')).toBe(`<!DOCTYPE html>
<html lang="zh"><head><meta charset="utf-8"><title>MY PAGE</title><meta name="description" content="ABOUT &amp; MORE">
<style>p{color:red}</style><script>var a="keep"</script></head>
<body class=x><h1>TITLE</h1><pre>keep this</pre><!-- keep -->
<ul><li>ONE<li>TWO</ul><div>LOOSE <p>PARA</p> TAIL</div>
<a href="/en" title="GO &quot;THERE&quot;">LINK <img src="a.png" alt="A PICTURE"></a><p class="notranslate">Keep</p>
<input type=submit value="SEND"><input value="keep"><input placeholder="YOUR NAME"><p>42</p></body></html>`)
})

test.each([
  ['crossed tags', '<p><b>un<i>nested</b> tags</i></p>', '<p><b>UN<i>NESTED</b> TAGS</i></p>'],
  [
    'text in a table',
    '<table>foo<tr><td>bar</td></tr>baz</table>',
    '<table>foo<tr><td>BAR</td></tr>baz</table>',
  ],
  ['a tag without an end', '<p>Hello <b>big', '<p>HELLO <b>BIG'],
  ['an attribute without a value', '<img alt title="Hi">', '<img alt title="HI">'],
])('%s stay where they are', async (_what, html, expected) => {
  expect(await shouted(html)).toBe(expected)
})

test('a page in a declared encoding becomes UTF-8, and says so', async () => {
  const page = Buffer.from('<meta charset="gbk"><p>', 'latin1')
  const text = Buffer.from('c4e3bac3a3accac0bde7', 'hex')
  const file = Buffer.concat([page, text, Buffer.from('</p>')])
  expect(await textsOf('html', file)).toEqual(['你好，世界'])
  expect(Buffer.from(await translate('html', file, () => 'Grüße')).toString()).toBe(
    '<meta charset="utf-8"><p>Grüße</p>',
  )
})
