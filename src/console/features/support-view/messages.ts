/** Typed lookup of the messages of support views, and the time of day in them. */
import type { MessageKey, Values } from '#locales/messages.ts'
import { t as message } from '#console/refine/i18n.ts'
import type { zh } from '#locales/support-view.ts'

export const t = (key: MessageKey<typeof zh>, values?: Values): string =>
  message(`supportView.${key}`, values)

/** Hours and minutes of a date-time of the API. */
export const timeOfDay = (dateTime: string): string => dateTime.slice(11, 16)
