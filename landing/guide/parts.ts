/** The three parts of the user guide and their steps (2.12). */

export const guideParts = {
  account: ['open', 'fill', 'code', 'done'],
  operate: ['install', 'add', 'set', 'charge'],
  skill: ['short', 'names', 'slang', 'channel'],
} as const

export type GuidePart = keyof typeof guideParts

export const guideNames = ['account', 'operate', 'skill'] as const satisfies readonly GuidePart[]
