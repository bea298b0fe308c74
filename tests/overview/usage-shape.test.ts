/** Usage data for charts: days in the business time zone, missing data, and merged groups. */
import { expect, test } from 'vitest'
import {
  daysBetween,
  daysUpTo,
  endOfMonth,
  plusDays,
  today,
  groupByMonth,
  buildUsageShape,
  type Daily,
} from '#console/features/overview/usage-shape.ts'
import { otherGroups, type GroupUsage } from '#contract/usage.ts'

const nameOf = ({ id, name }: GroupUsage) => name ?? `#${id}`
const group = (id: string, chars: number): GroupUsage => ({
  id,
  name: `Group ${id}`,
  enName: null,
  chars,
})

const newAccount: Daily = {
  firstDay: '2026-11-19',
  lastDay: '2026-11-21',
  groups: [group('1', 12), group('2', 3)],
  rows: [
    { day: '2026-11-19', groupId: '1', chars: 0 },
    { day: '2026-11-20', groupId: '1', chars: 5 },
    { day: '2026-11-21', groupId: '1', chars: 7 },
    { day: '2026-11-21', groupId: '2', chars: 3 },
  ],
}

test('days before the first have no data, days without usage are zero', () => {
  const { days, groups, total, peak } = buildUsageShape(newAccount, 5, nameOf)
  expect(days).toEqual(['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'])
  expect(groups.map(({ values }) => values)).toEqual([
    [null, null, 0, 5, 7],
    [null, null, null, null, 3],
  ])
  expect([total, peak]).toEqual([15, { day: '2026-11-21', chars: 10 }])
})

test('ids may be numbers or strings', () => {
  const mixedIds: Daily = {
    ...newAccount,
    groups: [{ ...group('1', 12), id: 1 }],
    rows: newAccount.rows.map((row) => ({ ...row, groupId: Number(row.groupId) })),
  }
  expect(buildUsageShape(mixedIds, 3, nameOf).groups[0]?.values).toEqual([0, 5, 7])
})

test('without usage there is no peak', () => {
  const shape = buildUsageShape(
    { ...newAccount, rows: newAccount.rows.map((row) => ({ ...row, chars: 0 })) },
    3,
    nameOf,
  )
  expect([shape.total, shape.peak]).toEqual([0, undefined])
})

test('groups beyond the colours are merged in the chart and separate in the table', () => {
  const groups12 = Array.from({ length: 12 }, (_, at) => group(String(at), 100 - at))
  const groups = [...groups12, { id: otherGroups, name: null, enName: null, chars: 7 }]
  const rows = groups.map(({ id, chars }) => ({ day: '2026-11-21', groupId: id, chars }))
  const shape = buildUsageShape(
    { firstDay: '2026-11-21', lastDay: '2026-11-21', groups, rows },
    1,
    nameOf,
  )
  expect(shape.groups).toHaveLength(13)
  expect(shape.chartSeries.map(({ label }) => label)).toEqual([
    'Group 0',
    'Group 1',
    'Group 2',
    'Group 3',
    'Group 4',
    'Group 5',
    '#others',
  ])
  const sum = (series: readonly { values: readonly (number | null)[] }[]) =>
    series.reduce((total, { values }) => total + (values[0] ?? 0), 0)
  expect(sum(shape.chartSeries)).toBe(shape.total)
  expect(sum(shape.groups)).toBe(shape.total)
})

test('days follow the business time zone, across months and years', () => {
  expect(today(new Date('2026-11-20T16:30:00Z'))).toBe('2026-11-21')
  expect(today(new Date('2026-11-20T15:30:00Z'))).toBe('2026-11-20')
  expect(plusDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(plusDays('2028-03-01', -1)).toBe('2028-02-29')
  expect(daysUpTo('2026-03-01', 3)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  expect(daysBetween('2026-10-31', '2026-11-21')).toBe(21)
})

test('months sum their days; a month without data has none', () => {
  const { days, groups, total, peak } = groupByMonth(
    buildUsageShape(
      {
        ...newAccount,
        firstDay: '2026-10-31',
        rows: [...newAccount.rows, { day: '2026-10-31', groupId: '1', chars: 4 }],
      },
      60,
      nameOf,
    ),
  )
  expect(days).toEqual(['2026-09', '2026-10', '2026-11'])
  expect(groups.map(({ values }) => values)).toEqual([
    [null, 4, 12],
    [null, null, 3],
  ])
  expect([total, peak]).toEqual([19, { day: '2026-11', chars: 15 }])
  expect([endOfMonth('2026-02'), endOfMonth('2026-12')]).toEqual(['2026-02-28', '2026-12-31'])
})
