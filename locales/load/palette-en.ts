/** English messages of the command palette. */
export { en as messages } from '#locales/palette.ts'
