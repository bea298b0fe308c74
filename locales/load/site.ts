/** Loads messages of the public site by area: the frame, and one area per page. */
import { en } from '#locales/load/site-en.ts'
import { zh } from '#locales/load/site-zh.ts'
import type { Lang, MessageTree } from '#locales/messages.ts'

export type SiteArea = keyof typeof zh
export type SiteMessages = { [A in SiteArea]: Awaited<ReturnType<(typeof zh)[A]>> }

const areas: Record<Lang, Record<SiteArea, () => Promise<MessageTree>>> = { zh, en }

/** Merges areas into one tree, each below its own name. */
export async function loadSiteMessages(
  lang: Lang,
  names: readonly SiteArea[],
): Promise<MessageTree> {
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await areas[lang][name]()] as const)),
  )
}
