/** Message keys of the frequently asked questions, in display order. */

export const questions = ['trial', 'count', 'modes', 'channel', 'team', 'real'] as const
