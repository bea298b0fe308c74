/** Documents are read and written in processes of their own, within limits of time and memory. */
import { expect, test } from 'vitest'
import { createDocumentThreads } from '#server/features/documents/document-thread.ts'

const limits = { atOnce: 2, megabytes: 256, milliseconds: 60_000 }
const file = Buffer.from('Hello\nworld')

test('a process returns the texts, and the file with the translations', async () => {
  const threads = createDocumentThreads(limits)
  expect(await threads.read('txt', file)).toEqual({ texts: ['Hello', 'world'] })
  const written = await threads.write('txt', file, ['Hallo', 'Welt'], 'de')
  expect(Buffer.from(written).toString()).toBe('Hallo\nWelt')
  expect(file.toString()).toBe('Hello\nworld')
})

test('more documents than processes wait for each other', async () => {
  const threads = createDocumentThreads({ ...limits, atOnce: 1 })
  const read = await Promise.all(
    ['a', 'b', 'c'].map((text) => threads.read('txt', Buffer.from(text))),
  )
  expect(read.map(({ texts }) => texts)).toEqual([['a'], ['b'], ['c']])
})

test('a refused document keeps its reason, and the next one is read', async () => {
  const threads = createDocumentThreads({ ...limits, atOnce: 1 })
  await expect(threads.read('txt', Buffer.from('1'))).rejects.toMatchObject({
    name: 'DocumentError',
    reason: 'documentHasNoText',
  })
  await expect(threads.read('txt', file)).resolves.toEqual({ texts: ['Hello', 'world'] })
})

test('a document that takes too long is given up', async () => {
  const threads = createDocumentThreads({ ...limits, milliseconds: 1 })
  await expect(threads.read('txt', file)).rejects.toMatchObject({ reason: 'documentTooSlow' })
})

test('a document that takes too much memory is given up', async () => {
  const threads = createDocumentThreads({ ...limits, megabytes: 16 })
  const large = Buffer.from('word\n'.repeat(1_900_000))
  await expect(threads.read('txt', large)).rejects.toMatchObject({ reason: 'documentTooComplex' })
})
