/** A built chunk has messages in one language only. */
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { MessageTree } from '#locales/messages.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { messagesByKey } from '#tests/support/browser/message-keys.ts'

/** Shown before the language's catalogue is loaded. */
const inBoth = /^(start-error|url-session)\.ts$/
/** Shows operators a package as customers of either language see it. */
const previews = /^package-preview-/

test('no chunk has sentences of a subject in both languages', async () => {
  const files = ['locales', 'locales/site'].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.ts') && !inBoth.test(name))
      .map((name) => resolve(folder, name)),
  )
  const sentences = { zh: [] as string[], en: [] as string[] }
  for (const file of files) {
    const { zh, en } = (await import(file)) as { zh?: MessageTree; en?: MessageTree }
    if (!zh || !en) continue
    sentences.zh.push(...plain(zh).filter((text) => /\p{Script=Han}{4}/u.test(text)))
    sentences.en.push(...plain(en).filter((text) => /^\w+(,? \w+){3,}/.test(text)))
  }
  const chunks = readdirSync('dist/web/assets').filter(
    (name) => name.endsWith('.js') && !previews.test(name),
  )
  const found = chunks.map((name) => {
    const code = readFileSync(`dist/web/assets/${name}`, 'utf8')
    const has = (lang: 'zh' | 'en') => sentences[lang].filter((text) => code.includes(text))
    return { name, zh: has('zh'), en: has('en') }
  })
  expect(found.filter(({ zh }) => zh.length > 20).length).toBeGreaterThan(5)
  expect(found.filter(({ en }) => en.length > 20).length).toBeGreaterThan(5)
  expect(found.filter(({ zh, en }) => zh.length > 0 && en.length > 0)).toEqual([])
})

/** Messages that minifying leaves as they are. */
const plain = (tree: MessageTree): string[] =>
  [...messagesByKey(tree).values()].filter((text) => !/['"`\\\n{]/.test(text))
