/** Reloads the server data shown on public pages. */
import { call } from '#client/api/call.ts'
import { siteDataLoaders, type SiteData } from '#contract/site.ts'

/** Omits fields that fail to load, so that the page keeps its current content. */
export async function readSiteData(names: Iterable<keyof SiteData>): Promise<Partial<SiteData>> {
  const requests: Promise<readonly [keyof SiteData, SiteData[keyof SiteData] | undefined]>[] = []
  for (const name of names) {
    await yieldToEventLoop()
    requests.push(loadField(name).then((value) => [name, value]))
  }
  return Object.fromEntries(
    (await Promise.all(requests)).filter(([, value]) => value !== undefined),
  )
}

/** Called between requests: signing several in a row blocks slow phones. */
const yieldToEventLoop = () => new Promise((resolve) => setTimeout(resolve))

async function loadField(name: keyof SiteData): Promise<SiteData[keyof SiteData] | undefined> {
  try {
    return await siteDataLoaders[name]((endpoint, input) => call(endpoint, input as never))
  } catch {
    return undefined
  }
}
