/** Asks the server again for what the pages show of it. */
import { call } from '#client/call.ts'
import { siteQuestions, type SiteData } from '#contract/site.ts'

/** What can't be had is left out, without a word: the page goes on showing what it showed. */
export async function readSiteData(wanted: readonly (keyof SiteData)[]): Promise<Partial<SiteData>> {
  const names = [...new Set<keyof SiteData>(['contacts', 'platforms', ...wanted])]
  const told = await Promise.all(names.map(async (name) => [name, await ask(name)] as const))
  return Object.fromEntries(told.filter(([, value]) => value !== undefined))
}

async function ask(name: keyof SiteData): Promise<SiteData[keyof SiteData] | undefined> {
  try {
    return await siteQuestions[name]((endpoint, input) => call(endpoint, input as never))
  } catch {
    return undefined
  }
}
