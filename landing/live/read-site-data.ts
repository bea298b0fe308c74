/** Asks the server again for what the pages show of it. */
import { call } from '#client/api/call.ts'
import { siteQuestions, type SiteData } from '#contract/site.ts'

/** What can't be had is left out, without a word: the page goes on showing what it showed. */
export async function readSiteData(names: Iterable<keyof SiteData>): Promise<Partial<SiteData>> {
  const asked: Promise<readonly [keyof SiteData, SiteData[keyof SiteData] | undefined]>[] = []
  for (const name of names) {
    await breath()
    asked.push(ask(name).then((value) => [name, value]))
  }
  return Object.fromEntries((await Promise.all(asked)).filter(([, value]) => value !== undefined))
}

/** So that signing one question after another never keeps a slow phone from its visitor. */
const breath = () => new Promise((resolve) => setTimeout(resolve))

async function ask(name: keyof SiteData): Promise<SiteData[keyof SiteData] | undefined> {
  try {
    return await siteQuestions[name]((endpoint, input) => call(endpoint, input as never))
  } catch {
    return undefined
  }
}
