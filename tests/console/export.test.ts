/**
 * Exported files: cells that are safe to open, and every row once, whatever happens to the list
 * meanwhile.
 */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { allRows, type Batch, csvCell, csvLine } from '#console/engine/export/export-file.ts'

test.each([
  ['plain', 'plain'],
  ['夜班01', '夜班01'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['  =1', "'  =1"],
  ['+1+cmd', "'+1+cmd"],
  ['+86 138 0013 8000', '"=""+86 138 0013 8000"""'],
  ['-2+3', '"=""-2+3"""'],
  ['20261122063000123456', '"=""20261122063000123456"""'],
  ['007', '"=""007"""'],
  ['1e5', '"=""1e5"""'],
  ['2026-11-20 08:15:21', '2026-11-20 08:15:21'],
  [-12, '-12'],
  [1234.5, '1234.5'],
  ['', ''],
])('the cell %j is written %j', (value, written) => {
  expect(csvCell(value)).toBe(written)
})

test('a line ends as Excel wants it', () => {
  expect(csvLine(['账号', '昵称'])).toBe('账号,昵称\r\n')
})

test('nothing that a spreadsheet would run leaves as it came', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'),
      fc.string(),
      (sign, rest) => {
        const cell = csvCell(sign + rest)
        return /^"?'/.test(cell) || /^"=""[^"]*"""$/.test(cell)
      },
    ),
  )
})

const rowsFrom = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: String(from + at) }))

/** A list on a server, newest first, that something happens to before each of its answers. */
function server(
  start: { id: string }[],
  before: (rows: { id: string }[], request: number) => void,
) {
  let requests = 0
  const rows = [...start]
  return {
    load: async (pageNum: number) => {
      before(rows, ++requests)
      return { rows: rows.slice((pageNum - 1) * 100, pageNum * 100), total: rows.length }
    },
    requests: () => requests,
  }
}

async function collectRows(batches: AsyncGenerator<Batch>) {
  const ids: unknown[] = []
  for await (const { rows } of batches) ids.push(...rows.map(({ id }) => id))
  return ids
}

test('all rows come in their order, in as many requests as there are pages', async () => {
  const all = rowsFrom(1, 250)
  const { load, requests } = server(all, () => {})
  expect(await collectRows(allRows(load, 100, 'id'))).toEqual(all.map(({ id }) => id))
  expect(requests()).toBe(3)
})

test('an empty list and a list that fills its last page end at once', async () => {
  const none = server([], () => {})
  expect(await collectRows(allRows(none.load, 100, 'id'))).toEqual([])
  const full = server(rowsFrom(1, 200), () => {})
  expect(await collectRows(allRows(full.load, 100, 'id'))).toHaveLength(200)
  expect([none.requests(), full.requests()]).toEqual([1, 2])
})

test('rows that arrive meanwhile make no row come twice', async () => {
  const { load } = server(
    rowsFrom(1, 450),
    (rows, request) => request > 1 && rows.unshift({ id: `new-${request}` }),
  )
  const ids = await collectRows(allRows(load, 100, 'id'))
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(expect.arrayContaining(rowsFrom(1, 450).map(({ id }) => id)))
})

test('rows that vanish before others were read leave no gap', async () => {
  const { load } = server(rowsFrom(1, 450), (rows, request) => request === 2 && rows.splice(0, 60))
  const ids = await collectRows(allRows(load, 100, 'id'))
  expect(ids).toEqual(expect.arrayContaining(rowsFrom(101, 350).map(({ id }) => id)))
})

test('rows that vanish while the last page is read leave no gap', async () => {
  const { load } = server(rowsFrom(1, 250), (rows, request) => request === 3 && rows.splice(0, 60))
  expect(await collectRows(allRows(load, 100, 'id'))).toHaveLength(250)
})

test('it ends within one request more than there were pages, however many rows come and go', async () => {
  const change = fc.record({ remove: fc.nat(120), add: fc.nat(40), at: fc.nat(1_000) })
  await fc.assert(
    fc.asyncProperty(
      fc.nat(1_200),
      fc.array(change, { minLength: 40, maxLength: 40 }),
      async (count, changes) => {
        const { load, requests } = server(rowsFrom(1, count), (rows, request) => {
          const { remove, add, at } = changes[request]!
          if (request === 1) return
          rows.splice(at % (rows.length + 1), remove)
          rows.unshift(...Array.from({ length: add }, (_, n) => ({ id: `new-${request}-${n}` })))
        })
        const ids = await collectRows(allRows(load, 100, 'id'))
        return new Set(ids).size === ids.length && requests() <= Math.ceil(count / 100) + 1
      },
    ),
  )
})

test('all rows come from a list that counts only some of them', async () => {
  const { load, requests } = server(rowsFrom(1, 250), () => {})
  const capped = async (pageNum: number) => ({
    ...(await load(pageNum)),
    total: 100,
    isTotalCapped: true,
  })
  expect(await collectRows(allRows(capped, 100, 'id'))).toHaveLength(250)
  expect(requests()).toBeLessThanOrEqual(4)
})

test('what the server refuses is refused to the reader', async () => {
  const failing = allRows(() => Promise.reject(new Error('refused')), 100, 'id')
  await expect(failing.next()).rejects.toThrow('refused')
})
