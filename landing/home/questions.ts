/** What is asked often, by the names of the words. */

export const questions = ['trial', 'count', 'modes', 'channel', 'team', 'real'] as const
