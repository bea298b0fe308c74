/** The MCP SDK’s own client against a real socket, in the protocol’s newest revision and with a handshake. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { addKey } from '#tests/support/actors/program-keys.ts'
import { echo, scriptedTranslators } from '#tests/support/gateways/scripted-translator.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const vendor = scriptedTranslators(echo)
const server = await serverWithCatalogue({ translators: vendor.translators })
const { db } = server.database

test('x', async () => {
  const { main } = await addAccountGroup(server, { quota: [{ chars: 100 }] })
  const key = await addKey(db, main)
  for (const mode of ['auto', 'legacy'] as const) {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
    const transport = new StreamableHTTPClientTransport(new URL(`${server.origin}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    })
    await client.connect(transport)
    console.log(client.getServerVersion(), client.getInstructions(), client.getServerCapabilities())
    const { tools } = await client.listTools()
    console.log(JSON.stringify(tools, null, 1))
    console.log(JSON.stringify(await client.callTool({ name: 'translate', arguments: { text: ['你好'], target_lang: 'EN-US' } })))
    console.log(JSON.stringify(await client.callTool({ name: 'list_languages', arguments: { type: 'target' } })))
    console.log(JSON.stringify(await client.callTool({ name: 'translate', arguments: { text: ['你好'], target: 'EN-US' } })))
    console.log(JSON.stringify(await client.callTool({ name: 'translate', arguments: { text: ['你好'] } })))
    await client.close()
  }
})
