/** Exported files: escaped cells, and every row once even if the list changes meanwhile. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAllRows, type Batch, csvCell, csvLine } from '#console/engine/export/export-file.ts'

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
])('the cell %j is escaped as %j', (value, escaped) => {
  expect(csvCell(value)).toBe(escaped)
})

test('a line ends with CRLF', () => {
  expect(csvLine(['账号', '昵称'])).toBe('账号,昵称\r\n')
})

test('every text that a spreadsheet could run as a formula is escaped', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'),
      fc.string(),
      (prefix, rest) => {
        const cell = csvCell(prefix + rest)
        return /^"?'/.test(cell) || /^"=""[^"]*"""$/.test(cell)
      },
    ),
  )
})

const rowsFrom = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: String(from + index) }))

/** Server with a list, newest first. `before` changes the rows before each response. */
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

test('all rows arrive in order, with one request per page', async () => {
  const rows = rowsFrom(1, 250)
  const { load, requests } = server(rows, () => {})
  expect(await collectRows(readAllRows(load, 100, 'id'))).toEqual(rows.map(({ id }) => id))
  expect(requests()).toBe(3)
})

test('an empty list and a list with a full last page need no extra request', async () => {
  const empty = server([], () => {})
  expect(await collectRows(readAllRows(empty.load, 100, 'id'))).toEqual([])
  const full = server(rowsFrom(1, 200), () => {})
  expect(await collectRows(readAllRows(full.load, 100, 'id'))).toHaveLength(200)
  expect([empty.requests(), full.requests()]).toEqual([1, 2])
})

test('rows inserted during the export cause no duplicates', async () => {
  const { load } = server(
    rowsFrom(1, 450),
    (rows, request) => request > 1 && rows.unshift({ id: `new-${request}` }),
  )
  const ids = await collectRows(readAllRows(load, 100, 'id'))
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(expect.arrayContaining(rowsFrom(1, 450).map(({ id }) => id)))
})

test('rows deleted during the export cause no gaps', async () => {
  const { load } = server(rowsFrom(1, 450), (rows, request) => request === 2 && rows.splice(0, 60))
  const ids = await collectRows(readAllRows(load, 100, 'id'))
  expect(ids).toEqual(expect.arrayContaining(rowsFrom(101, 350).map(({ id }) => id)))
})

test('rows deleted while the last page loads cause no gaps', async () => {
  const { load } = server(rowsFrom(1, 250), (rows, request) => request === 3 && rows.splice(0, 60))
  expect(await collectRows(readAllRows(load, 100, 'id'))).toHaveLength(250)
})

test('under random changes the export sends at most one request more than the pages', async () => {
  const change = fc.record({ remove: fc.nat(120), add: fc.nat(40), at: fc.nat(1_000) })
  await fc.assert(
    fc.asyncProperty(
      fc.nat(1_200),
      fc.array(change, { minLength: 40, maxLength: 40 }),
      async (count, changes) => {
        const { load, requests } = server(rowsFrom(1, count), (rows, request) => {
          const { remove, add, at: offset } = changes[request]!
          if (request === 1) return
          rows.splice(offset % (rows.length + 1), remove)
          rows.unshift(...Array.from({ length: add }, (_, n) => ({ id: `new-${request}-${n}` })))
        })
        const ids = await collectRows(readAllRows(load, 100, 'id'))
        return new Set(ids).size === ids.length && requests() <= Math.ceil(count / 100) + 1
      },
    ),
  )
})

test('all rows arrive from a list with a capped total', async () => {
  const { load, requests } = server(rowsFrom(1, 250), () => {})
  const capped = async (pageNum: number) => ({
    ...(await load(pageNum)),
    total: 100,
    isTotalCapped: true,
  })
  expect(await collectRows(readAllRows(capped, 100, 'id'))).toHaveLength(250)
  expect(requests()).toBeLessThanOrEqual(4)
})

test('a refused page rejects the export', async () => {
  const failing = readAllRows(() => Promise.reject(new Error('refused')), 100, 'id')
  await expect(failing.next()).rejects.toThrow('refused')
})
