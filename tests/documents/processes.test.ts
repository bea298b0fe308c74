/** Documents are read and written in processes of their own, within limits of time and memory. */
import { expect, test } from 'vitest'
import { businessLimits } from '#contract/business-limits.ts'
import { createDocumentProcesses } from '#server/features/documents/document-processes.ts'

const limits = { atOnce: 2, waiting: 20, megabytes: 256, milliseconds: 60_000 }
const { signal } = new AbortController()
const turn = { ownerId: '1', signal }
const txt = (bytes: Uint8Array) => ({ format: 'txt' as const, bytes })
const file = Buffer.from('Hello\nworld')

test('a process returns the texts, and the file with the translations', async () => {
  const processes = createDocumentProcesses(limits)
  expect(await processes.read(txt(file), turn)).toEqual({ texts: ['Hello', 'world'], chars: 10 })
  const written = await processes.write(
    { ...txt(file), translations: ['Hallo', 'Welt'], language: 'de' },
    turn,
  )
  expect(Buffer.from(written).toString()).toBe('Hallo\nWelt')
  expect(file.toString()).toBe('Hello\nworld')
})

test('more documents than processes wait for each other', async () => {
  const processes = createDocumentProcesses({ ...limits, atOnce: 1 })
  const read = await Promise.all(
    ['a', 'b', 'c'].map((text) => processes.read(txt(Buffer.from(text)), turn)),
  )
  expect(read.map(({ texts }) => texts)).toEqual([['a'], ['b'], ['c']])
})

test('an account group with many documents does not keep others waiting', async () => {
  const processes = createDocumentProcesses({ ...limits, atOnce: 1 })
  const done: string[] = []
  await Promise.all(
    ['1', '1', '1', '2'].map(async (ownerId) => {
      await processes.read(txt(file), { ownerId, signal })
      done.push(ownerId)
    }),
  )
  expect(done).toEqual(['1', '2', '1', '1'])
})

test('a task that is given up ends, and one that waits never starts', async () => {
  const processes = createDocumentProcesses({ ...limits, atOnce: 1 })
  const given = new AbortController()
  const reason = new Error('stopped')
  const large = txt(Buffer.from('word\n'.repeat(1_000_000)))
  const ended = [1, 2].map(() => processes.read(large, { ...turn, signal: given.signal }))
  given.abort(reason)
  expect(await Promise.allSettled(ended)).toEqual([
    { status: 'rejected', reason },
    { status: 'rejected', reason },
  ])
  await expect(processes.read(large, { ...turn, signal: given.signal })).rejects.toBe(reason)
  expect(await processes.read(txt(file), turn)).toMatchObject({ chars: 10 })
})

test('tasks beyond those that wait are refused', async () => {
  const processes = createDocumentProcesses({ ...limits, atOnce: 1, waiting: 1 })
  const results = await Promise.allSettled([1, 2, 3].map(() => processes.read(txt(file), turn)))
  expect(results).toMatchObject([
    { status: 'fulfilled' },
    { status: 'fulfilled' },
    { status: 'rejected', reason: { code: 'tooManyRequests' } },
  ])
})

test('the texts of a document that is too long stay in its process', async () => {
  const processes = createDocumentProcesses(limits)
  const long = Buffer.from('𠀀'.repeat(businessLimits.documents.characters + 1))
  expect(await processes.read(txt(long), turn)).toEqual({
    texts: [],
    chars: businessLimits.documents.characters + 1,
  })
})

test('a refused document keeps its reason, and the next one is read', async () => {
  const processes = createDocumentProcesses({ ...limits, atOnce: 1 })
  await expect(processes.read(txt(Buffer.from('1')), turn)).rejects.toMatchObject({
    name: 'DocumentError',
    reason: 'documentHasNoText',
  })
  await expect(processes.read(txt(file), turn)).resolves.toEqual({
    texts: ['Hello', 'world'],
    chars: 10,
  })
})

test('a document that takes too long is given up', async () => {
  const processes = createDocumentProcesses({ ...limits, milliseconds: 1 })
  await expect(processes.read(txt(file), turn)).rejects.toMatchObject({
    reason: 'documentTooSlow',
  })
})

test('a document that takes too much memory is given up', async () => {
  const processes = createDocumentProcesses({ ...limits, megabytes: 16 })
  const large = Buffer.from('word\n'.repeat(1_900_000))
  await expect(processes.read(txt(large), turn)).rejects.toMatchObject({
    reason: 'documentTooComplex',
  })
})
