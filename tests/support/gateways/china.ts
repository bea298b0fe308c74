/** Amounts and times in the gateways' formats, reimplemented independently of the product. */

export const yuan = (cents: number) => (cents / 100).toFixed(2)
export const cents = (yuanText: string | number) => Math.round(Number(yuanText) * 100)

/** Formats `2026-01-31 20:15:00` in Shanghai time. */
export const shanghai = (at: Date) =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Asia/Shanghai',
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(at)

export const digits = (at: Date) => shanghai(at).replace(/\D/g, '')

/** Parses `yyyy-MM-dd HH:mm:ss` in Shanghai time. */
export const moment = (text: string) => new Date(`${text.replace(' ', 'T')}+08:00`)

let count = 0
/** Transaction number in the gateways' format: date and digits. */
export const gatewayNumber = (at: Date) =>
  `${digits(at).slice(0, 8)}${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}${String(count++).padStart(9, '0')}`
