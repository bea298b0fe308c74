/** Documents are read and written in processes of their own, within limits of time and memory. */
import { expect, test } from 'vitest'
import { businessLimits } from '#contract/business-limits.ts'
import { createDocumentThreads } from '#server/features/documents/document-thread.ts'

const limits = { atOnce: 2, megabytes: 256, milliseconds: 60_000 }
const owner = '1'
const file = Buffer.from('Hello\nworld')

test('a process returns the texts, and the file with the translations', async () => {
  const threads = createDocumentThreads(limits)
  expect(await threads.read('txt', file, owner)).toEqual({ texts: ['Hello', 'world'], chars: 10 })
  const written = await threads.write('txt', file, ['Hallo', 'Welt'], 'de', owner)
  expect(Buffer.from(written).toString()).toBe('Hallo\nWelt')
  expect(file.toString()).toBe('Hello\nworld')
})

test('more documents than processes wait for each other', async () => {
  const threads = createDocumentThreads({ ...limits, atOnce: 1 })
  const read = await Promise.all(
    ['a', 'b', 'c'].map((text) => threads.read('txt', Buffer.from(text), owner)),
  )
  expect(read.map(({ texts }) => texts)).toEqual([['a'], ['b'], ['c']])
})

test('an account group with many documents does not keep others waiting', async () => {
  const threads = createDocumentThreads({ ...limits, atOnce: 1 })
  const done: string[] = []
  await Promise.all(
    ['1', '1', '1', '2'].map(async (ownerId) => {
      await threads.read('txt', file, ownerId)
      done.push(ownerId)
    }),
  )
  expect(done).toEqual(['1', '2', '1', '1'])
})

test('the texts of a document that is too long stay in its process', async () => {
  const threads = createDocumentThreads(limits)
  const long = Buffer.from('𠀀'.repeat(businessLimits.documents.characters + 1))
  expect(await threads.read('txt', long, owner)).toEqual({
    texts: [],
    chars: businessLimits.documents.characters + 1,
  })
})

test('a refused document keeps its reason, and the next one is read', async () => {
  const threads = createDocumentThreads({ ...limits, atOnce: 1 })
  await expect(threads.read('txt', Buffer.from('1'), owner)).rejects.toMatchObject({
    name: 'DocumentError',
    reason: 'documentHasNoText',
  })
  await expect(threads.read('txt', file, owner)).resolves.toEqual({
    texts: ['Hello', 'world'],
    chars: 10,
  })
})

test('a document that takes too long is given up', async () => {
  const threads = createDocumentThreads({ ...limits, milliseconds: 1 })
  await expect(threads.read('txt', file, owner)).rejects.toMatchObject({
    reason: 'documentTooSlow',
  })
})

test('a document that takes too much memory is given up', async () => {
  const threads = createDocumentThreads({ ...limits, megabytes: 16 })
  const large = Buffer.from('word\n'.repeat(1_900_000))
  await expect(threads.read('txt', large, owner)).rejects.toMatchObject({
    reason: 'documentTooComplex',
  })
})
