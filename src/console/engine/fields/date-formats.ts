/** Formats of days and times in calendars: the first one is shown, the others can be typed. */

export const dayFormats = ['YYYY-MM-DD', 'YYYY-M-D', 'YYYY/M/D', 'YYYY.M.D', 'YYYYMMDD']

export const timeFormats = [
  'YYYY-MM-DD HH:mm:ss',
  ...dayFormats.flatMap((day) => [`${day} H:mm`, `${day} H:mm:ss`]),
]
