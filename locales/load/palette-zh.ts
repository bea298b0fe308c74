/** Chinese messages of the command palette. */
export { zh as messages } from '#locales/palette.ts'
