/** The languages of a LibreTranslate server. */
import { afterEach, expect, test, vi } from 'vitest'
import { startVendor } from '#tests/support/gateways/vendor-translator.ts'

afterEach(() => void vi.useRealTimers())

test('LibreTranslate offers the languages and pairs that its server names', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  let body: unknown = 'not yet started'
  const { server, translator } = await startVendor('libretranslate', () => ({ body }))
  const { languages } = translator
  const load = async () => {
    await languages.load!()
    return languages.sources
  }
  expect(await load()).toContain('ja')
  body = [
    { code: 'en', name: 'English', targets: ['zh-Hans', 'pt-BR', 'en'] },
    { code: 'zh-Hans', name: 'Chinese', targets: ['en', 'zh-Hans'] },
    { code: 'pt-BR', name: 'Portuguese (Brazil)', targets: ['pt-BR'] },
    { code: 'x_y;1', name: 'no language of ours', targets: ['en'] },
  ]
  expect(await load()).toContain('ja')
  vi.advanceTimersByTime(15_000)
  expect(await load()).toEqual(['zh', 'en'])
  expect(languages.targets).toEqual(['zh', 'en', 'pt'])
  expect([
    languages.supports('en', 'pt'),
    languages.supports('zh', 'en'),
    languages.supports('auto', 'pt'),
    languages.supports('zh', 'pt'),
    languages.supports('ja', 'en'),
  ]).toEqual([true, true, true, false, false])
  expect([languages.targetCode('zh'), languages.productCode('zh')]).toEqual(['zh-Hans', 'zh'])
  const requestCount = server.requests.length
  await load()
  expect(server.requests).toHaveLength(requestCount)
  body = [
    { code: 'de', targets: ['fr'] },
    { code: 'fr', targets: ['de'] },
  ]
  vi.advanceTimersByTime(300_000)
  expect(await load()).toEqual(['fr', 'de'])
})
