/** What the form of a new group robot begins with. */
import { language } from '#client/i18n/language.ts'

export const newRobot = () => ({ language: language() })
