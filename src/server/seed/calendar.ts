/** Working days and hours in the demo's time zone, UTC+8 without daylight saving time. */
import type { Random } from './random.ts'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

const ahead = 8 * hour

/** Start of the Shanghai day that contains `at`. */
export const midnight = (at: number): number => Math.floor((at + ahead) / day) * day - ahead

/** Days since the epoch, in Shanghai time. */
export const dayNumber = (at: number): number => Math.floor((at + ahead) / day)

export function isWeekend(at: number): boolean {
  const weekday = (dayNumber(at) + 4) % 7
  return weekday === 0 || weekday === 6
}

/**
 * Activity weight by hour of day: work from nine to six with a lunch break, little in the evening.
 */
const busy: Readonly<Record<string, number>> = {
  8: 3,
  9: 12,
  10: 14,
  11: 12,
  12: 4,
  13: 7,
  14: 13,
  15: 13,
  16: 12,
  17: 10,
  18: 4,
  19: 2,
  20: 2,
  21: 1,
}

/** Random working-hours time of the day that starts at `midnightAt`. */
export const inWorkingHours = (random: Random, midnightAt: number): number =>
  midnightAt + Number(random.weighted(busy)) * hour + random.int(0, hour - 1)

/** `2026-11-21` in Shanghai. */
export const dayOf = (at: number): string => new Date(at + ahead).toISOString().slice(0, 10)

/** `20261121093015` in Shanghai, the prefix of order numbers. */
export const stamp = (at: number): string =>
  new Date(at + ahead).toISOString().replace(/\D/g, '').slice(0, 14)
