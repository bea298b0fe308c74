/** Colour tones of enum codes and flags. Never the only carrier of meaning. */
import type { CodeName } from '#contract/vocabulary.ts'

export type Tone = 'success' | 'warning' | 'danger' | 'primary' | 'plain'

const tones: Partial<Record<CodeName | 'flag', Readonly<Record<string, Tone>>>> = {
  payStatus: { W: 'warning', P: 'success', T: 'plain', C: 'plain' },
  contactStep: {
    lead: 'plain',
    contacted: 'primary',
    quoted: 'primary',
    negotiating: 'warning',
    won: 'success',
    lost: 'plain',
  },
  inviteReward: {
    given: 'success',
    self: 'plain',
    again: 'plain',
    browser: 'plain',
    network: 'plain',
    day: 'plain',
  },
  flag: { '1': 'success', '0': 'plain' },
}

export const toneOf = (list: CodeName | 'flag', value: string): Tone | undefined =>
  tones[list]?.[value]
