/** Two servers on one database, whose channels answer by a script that the tests change. */
import { afterAll } from 'vitest'
import {
  echo,
  scriptedTranslators,
  type Script,
} from '#tests/support/gateways/scripted-translator.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'
import { startServer } from '#tests/support/server/server.ts'

/** Call at the top of the file. The servers are closed after the last test. */
export async function startScriptedServers() {
  const channel: { script: Script } = { script: echo }
  const vendor = scriptedTranslators((request, engine) => channel.script(request, engine))
  const options = { translators: vendor.translators }
  const first = await serverWithCatalogue(options)
  const second = await startServer({}, first.database, options)
  afterAll(() => second.close())
  return { first, second, db: first.database.db, channel }
}
