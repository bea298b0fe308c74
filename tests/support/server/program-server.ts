/** Server for tests of programs: its channels answer by a script, and people have keys. */
import { beforeEach } from 'vitest'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { balanceOf } from '#tests/support/actors/people.ts'
import { addKey } from '#tests/support/actors/program-keys.ts'
import {
  echo,
  scriptedTranslators,
  type Script,
} from '#tests/support/gateways/scripted-translator.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

/**
 * Call at the top of the file. `channel.script` answers what channels are asked, in each test at
 * first with an echo; `vendor.requests` are those of the test.
 */
export async function programServer() {
  const channel: { script: Script } = { script: echo }
  const vendor = scriptedTranslators((request, engine) => channel.script(request, engine))
  const server = await serverWithCatalogue({ translators: vendor.translators })
  beforeEach(() => {
    channel.script = echo
    vendor.requests.length = 0
  })
  /** A main account with a key, and its sub-account; both have the characters. */
  async function addUser(chars = 1_000, options: Parameters<typeof addKey>[2] = {}, on = server) {
    const { main, subs, asMain } = await addAccountGroup(on, { quota: [{ chars }, { chars }] })
    const key = await addKey(on.database.db, main, options)
    const balance = () => balanceOf(on.database.db, main.ownerId, main.userId)
    return { key, main, sub: subs[0]!, asMain, balance }
  }
  return { server, db: server.database.db, channel, vendor, addUser }
}
