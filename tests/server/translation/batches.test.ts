/** Many texts in one call: sent in the batches of each engine, all or none. */
import { expect, test } from 'vitest'
import { engines, type Engine } from '#contract/translation-engines.ts'
import { vendors } from '#tests/support/gateways/translation-vendors.ts'
import {
  errorKindOf,
  startVendor,
  vendorByEngine,
} from '#tests/support/gateways/vendor-translator.ts'

/** The most texts of a request, with detection and without it. */
const batchSizes: Record<Engine, [detected: number, stated: number]> = {
  google: [128, 128],
  microsoft: [100, 100],
  deepl: [50, 50],
  tencent: [1, 1],
  youdao: [1, 1],
  openai: [1, 1],
  libretranslate: [1, 20],
  selfhosted: [1, 1],
}
test.each(engines)('many texts go to %s in its batches and return in order', async (engine) => {
  const sizes = new Set<number>()
  let [running, maxRunning] = [0, 0]
  const { server, translator } = await startVendor(engine, (request) => {
    if (request.path === '/languages') return { status: 404, body: '' }
    const { texts } = vendorByEngine[engine].read(request)
    sizes.add(texts.length)
    maxRunning = Math.max(maxRunning, ++running)
    const translated = texts.map((text) => `en${text}`)
    const body = vendorByEngine[engine].answer(
      translated.length === 1 ? translated[0]! : translated,
      'en',
    )
    return (response) =>
      void setTimeout(() => {
        running--
        response.end(JSON.stringify(body))
      }, 2)
  })
  const texts = [...Array.from({ length: 130 }, (_, at) => ` ${at}\n`), ' \n ', 'x'.repeat(5_000)]
  const expected = [
    ...Array.from({ length: 130 }, (_, at) => ` en${at}\n`),
    ' \n ',
    `en${texts[131]}`,
  ]
  for (const source of ['auto', 'zh']) {
    sizes.clear()
    const results = await translator.translate({ source, target: 'en', texts })
    expect(results.map(({ translated }) => translated)).toEqual(expected)
    expect(Math.max(...sizes), source).toBe(batchSizes[engine][source === 'auto' ? 0 : 1])
  }
  expect(server.invalidRequests).toEqual([])
  expect(maxRunning).toBeLessThanOrEqual(4)
})

test('of many texts one that fails fails all, and the rest is not sent', async () => {
  const { server, translator } = await startVendor('tencent', (request) => {
    const { texts } = vendors.tencent.read(request)
    return texts[0] === '3'
      ? { status: 500, body: '' }
      : { body: vendors.tencent.answer('x', 'zh') }
  })
  const texts = Array.from({ length: 200 }, (_, at) => String(at))
  expect(await errorKindOf(translator.translate({ source: 'zh', target: 'en', texts }))).toBe(
    'busy',
  )
  expect(server.requests.length).toBeLessThan(50)
})

test('a batch without one translation per text is not accepted', async () => {
  const { translator } = await startVendor('google', () => ({
    body: vendors.google.answer(['a', 'b'], 'zh'),
  }))
  const request = { source: 'zh', target: 'en', texts: ['一', '二', '三'] }
  expect(await errorKindOf(translator.translate(request))).toBe('garbled')
})
