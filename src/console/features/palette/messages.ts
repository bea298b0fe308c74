/** Typed lookup of the messages of the command palette. */
import { messageOf } from '#console/refine/i18n.ts'
import type { MessageKey, Values } from '#locales/messages.ts'
import type { zh } from '#locales/palette.ts'

export const t = (key: MessageKey<typeof zh>, values?: Values): string =>
  messageOf(`palette.${key}`, values)
