/** Quiet hours, in which mails and robots wait. */
import { formatWireTime } from '#server/platform/db/time.ts'

export type QuietHours = { quietFrom: string | null; quietUntil: string | null }

/**
 * When the quiet hours end in which `now` lies; undefined outside of them. They include their first
 * minute and not their last.
 */
export function findQuietEnd(
  { quietFrom, quietUntil }: QuietHours,
  now: Date,
  timeZone: string,
): Date | undefined {
  if (quietFrom === null || quietUntil === null) return undefined
  const [, clock = ''] = formatWireTime(now, timeZone).split(' ')
  const [from, until, at] = [toSeconds(quietFrom), toSeconds(quietUntil), toSeconds(clock)]
  const isQuiet = from < until ? from <= at && at < until : from <= at || at < until
  if (!isQuiet) return undefined
  const seconds = (until - at + secondsPerDay) % secondsPerDay
  return new Date(now.getTime() - now.getMilliseconds() + seconds * 1_000)
}

const secondsPerDay = 86_400

/** Of `HH:MM` or `HH:MM:SS`. */
const toSeconds = (time: string): number =>
  time.split(':').reduce((sum, part, at) => sum + Number(part) * 60 ** (2 - at), 0)
