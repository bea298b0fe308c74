/** The demo's server: one per browser, shared by all tabs; its database lasts for the day. */
import type { WorkerResponse, WorkerRequest } from '#mocks/messages.ts'
import { createDemoServer } from '#mocks/demo-server.ts'

const databasePrefix = 'demo-'
/** Seeded anew every day, so that “today” always has data. */
const databaseName = databasePrefix + new Date().toISOString().slice(0, 10)

void deleteOtherDays()
const demo = createDemoServer({ databaseName, runsJobs: true })

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports
  port!.addEventListener('message', async ({ data }: MessageEvent<WorkerRequest>) => {
    const response = await handleRequest(data)
    port!.postMessage(response, typeof response.body === 'string' ? [] : [response.body])
  })
  port!.start()
})

async function handleRequest({ id, url, ...init }: WorkerRequest): Promise<WorkerResponse> {
  const response = await (await demo).fetch(new Request(url, init))
  return {
    id,
    status: response.status,
    headers: [...response.headers],
    body: isStream(response) ? response.body! : await response.text(),
  }
}

const isStream = (response: Response) =>
  response.headers.get('content-type')?.startsWith('text/event-stream') === true

async function deleteOtherDays() {
  const demoPrefix = `/pglite/${databasePrefix}`
  for (const { name: found } of await indexedDB.databases()) {
    if (found?.startsWith(demoPrefix) && found !== `/pglite/${databaseName}`)
      indexedDB.deleteDatabase(found)
  }
}
