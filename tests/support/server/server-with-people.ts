/** Server with the accounts of `addPeople` for one test file. */
import { afterAll } from 'vitest'
import { addPeople } from '#tests/support/actors/people.ts'
import { startServer, type ServerOptions } from '#tests/support/server/server.ts'

/** Call at the top of the file. The server is closed after the last test. */
export async function serverWithPeople(options: ServerOptions = {}) {
  const server = await startServer({}, undefined, options)
  afterAll(() => server.close())
  return { server, people: await addPeople(server.database.db) }
}
