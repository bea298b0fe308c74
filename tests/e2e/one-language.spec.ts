/** Built chunks have messages in one language only. */
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { MessageTree } from '#locales/messages.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { messagesByKey } from '#tests/support/browser/message-keys.ts'

/** Shown before the messages of the language are loaded. */
const inBothLanguages = /^(start-error|url-session)\.ts$/
/** Previews a package for operators in both languages. */
const previews = /^package-preview-/

test('no built chunk has messages in both languages', async () => {
  const files = ['locales', 'locales/site'].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.ts') && !inBothLanguages.test(name))
      .map((name) => resolve(folder, name)),
  )
  const sentences = { zh: [] as string[], en: [] as string[] }
  for (const file of files) {
    const { zh, en } = (await import(file)) as { zh?: MessageTree; en?: MessageTree }
    if (!zh || !en) continue
    sentences.zh.push(...unescaped(zh).filter((text) => /\p{Script=Han}{4}/u.test(text)))
    sentences.en.push(...unescaped(en).filter((text) => /^\w+(,? \w+){3,}/.test(text)))
  }
  const chunks = readdirSync('dist/web/assets').filter(
    (name) => name.endsWith('.js') && !previews.test(name),
  )
  const messagesByChunk = chunks.map((name) => {
    const code = readFileSync(`dist/web/assets/${name}`, 'utf8')
    const messagesIn = (lang: 'zh' | 'en') => sentences[lang].filter((text) => code.includes(text))
    return { name, zh: messagesIn('zh'), en: messagesIn('en') }
  })
  expect(messagesByChunk.filter(({ zh }) => zh.length > 20).length).toBeGreaterThan(5)
  expect(messagesByChunk.filter(({ en }) => en.length > 20).length).toBeGreaterThan(5)
  expect(messagesByChunk.filter(({ zh, en }) => zh.length > 0 && en.length > 0)).toEqual([])
})

/** Messages that the minifier does not change. */
const unescaped = (tree: MessageTree): string[] =>
  [...messagesByKey(tree).values()].filter((text) => !/['"`\\\n{]/.test(text))
