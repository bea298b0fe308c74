/**
 * Fuzz test: requests derived from the contract of programs are answered in its shapes, none with a
 * server error. `FUZZ=24000` sends other and more requests; `FUZZ_SEED=…`, printed on failure,
 * repeats a run.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { programContract } from '#contract/programs/contract.ts'
import { mcpTools, type McpTool, type McpToolName } from '#contract/programs/mcp.ts'
import { fuzzRequests, fuzzUnknownPaths } from '#tests/support/fuzz/requests.ts'
import {
  sendAll,
  type ReceivedResponse,
  type SentRequest,
} from '#tests/support/fuzz/send-requests.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { addKey } from '#tests/support/actors/program-keys.ts'
import { echo, scriptedTranslators } from '#tests/support/gateways/scripted-translator.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const { FUZZ, FUZZ_SEED } = process.env
const inputs = Number(FUZZ ?? 2_700)
const seed = Number(FUZZ_SEED ?? (FUZZ ? Date.now() % 1_000_000 : 77_031))
const timeout = 90_000 + inputs * 2

const endpoints = Object.entries(programContract).flatMap(([group, calls]) =>
  Object.entries<Endpoint>(calls).map(([name, endpoint]): [string, Endpoint] => [
    `${group}.${name}`,
    endpoint,
  ]),
)
const tools = Object.entries<McpTool>(mcpTools)
const perEndpoint = Math.ceil(inputs / (endpoints.length + tools.length + 1))

const vendor = scriptedTranslators(echo)
const server = await serverWithCatalogue({ translators: vendor.translators })
let authorizations: string[] = []
let sentCount = 0
beforeAll(async () => {
  const { db } = server.database
  const { main } = await addAccountGroup(server, { quota: [{ chars: 100_000_000 }] })
  const poor = await addAccountGroup(server)
  authorizations = [
    `DeepL-Auth-Key ${await addKey(db, main)}`,
    `Bearer ${await addKey(db, main)}`,
    `Bearer ${await addKey(db, main, { scopes: ['logs'] })}`,
    `Bearer ${await addKey(db, poor.main)}`,
    'DeepL-Auth-Key yq_nobody',
  ]
})
afterAll(() => {
  if (FUZZ) console.log(`${sentCount} requests`)
})

test.each(endpoints)(
  '%s answers random requests in its shape',
  { timeout },
  async (_, endpoint) => {
    const index = endpoints.findIndex(([, other]) => other === endpoint)
    const requests = fuzzRequests(endpoint, seed + index, perEndpoint).map(withLanguages)
    // Half of the requests are forms, which only DeepL's calls read.
    await sendAndCheck(
      requests.map((request, at) =>
        at % 2 === 0 || typeof request.body !== 'string' || request.body.length > maxFormLength
          ? request
          : toForm(request),
      ),
    )
  },
)

test.each(tools)(
  'the tool %s answers random arguments as JSON-RPC',
  { timeout },
  async (name, { call, input }) => {
    const index = endpoints.length + tools.findIndex(([other]) => other === name)
    const requests = fuzzRequests({ ...call, method: 'POST', input }, seed + index, perEndpoint)
    await sendAndCheck(requests.map((request, at) => toToolCall(request, name, at)))
  },
)

/**
 * Two of three have only arguments that the tool knows, and languages that the channel has; one of
 * three has the odd texts as those to translate.
 */
function toToolCall(request: FuzzRequest, name: string, at: number): FuzzRequest {
  const text = String(request.body ?? '{}')
  const fields = (text.length <= maxFormLength ? parse(text) : undefined) ?? {}
  const odd = Object.values(fields).filter((value) => typeof value === 'string')
  const all = {
    ...fields,
    ...(at % 3 === 1 && { text: [...odd, 'x'], formality: undefined, glossary_id: undefined }),
    source_lang: 'EN',
    target_lang: 'ZH',
  }
  const { shape } = mcpTools[name as McpToolName].input
  const known = Object.entries(all).filter(([key]) => Object.hasOwn(shape, key))
  const args = JSON.stringify(Object.fromEntries(known))
  return {
    method: request.method,
    path: '/mcp',
    headers: { accept: 'application/json, text/event-stream', ...request.headers },
    body: `{"jsonrpc":"2.0","id":${at},"method":"tools/call","params":{"name":"${name}","arguments":${at % 3 === 0 ? text : args}}}`,
  }
}

test('arbitrary paths, methods and bodies are answered in a shape', { timeout }, async () => {
  const paths = [...endpoints.map(([, { path }]) => path), '/v2/x', '/v3/x', '/v1/x', '/mcp']
  await sendAndCheck(fuzzUnknownPaths(paths, seed - 1, perEndpoint))
})

const markups = [{}, { tag_handling: 'xml' }, { tag_handling: 'html', ignore_tags: 'b' }]
const oddMarkup = [
  '<a>x',
  '<b>y</b> & z',
  '<!-- ',
  '<x y="',
  '⟦1⟧<b>x</b>',
  '</p>x<p>',
  '<script>x',
  '&#0;&#x110000;',
]

/**
 * Every third request asks for a translation of the odd texts in its body, since hardly one gets
 * that far by itself; every third has languages that the channel has.
 */
function withLanguages(request: FuzzRequest, at: number): FuzzRequest {
  const { body = '' } = request
  const fields = typeof body === 'string' && body.length <= maxFormLength ? parse(body) : undefined
  const isUntouched = at % 3 === 0 || typeof fields !== 'object' || fields === null
  if (isUntouched || Array.isArray(fields)) return request
  const texts = Object.values(fields).filter((value) => typeof value === 'string')
  const languages = { target_lang: 'ZH', model: 'translate-auto-zh' }
  const content = {
    text: [...texts, oddMarkup[at % oddMarkup.length]],
    messages: [{ role: 'user', content: texts.join(' ') }],
    ...markups[at % markups.length],
  }
  return {
    ...request,
    body: JSON.stringify({ ...(at % 3 === 1 ? content : fields), ...languages }),
  }
}

/** Longer bodies are nested too deep for `JSON.stringify`. */
const maxFormLength = 10_000

test('no request was a failure, not even one that a tool reports', () => {
  expect(server.lines().filter((line) => line.includes('"level":"error"'))).toEqual([])
})

test('some of the texts were translated', () => {
  expect(vendor.requests.length).toBeGreaterThan(inputs / 100)
})

type FuzzRequest = ReturnType<typeof fuzzRequests>[number]

function toForm(request: FuzzRequest): FuzzRequest {
  const fields = parse(String(request.body))
  if (typeof fields !== 'object' || fields === null) return request
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    for (const item of [value].flat())
      form.append(name, typeof item === 'string' ? item : (JSON.stringify(item) ?? ''))
  return {
    ...request,
    body: form.toString(),
    headers: { ...request.headers, 'content-type': 'application/x-www-form-urlencoded' },
  }
}

async function sendAndCheck(requests: readonly FuzzRequest[]): Promise<void> {
  const all = requests.map((request, index): SentRequest => ({
    ...request,
    headers: { authorization: authorizations[index % authorizations.length]!, ...request.headers },
  }))
  await sendAll(server.port, all, (sent, response) => {
    sentCount += 1
    const problem = problemOf(sent, response)
    if (problem)
      expect.fail(
        `${problem}\nFUZZ=${inputs} FUZZ_SEED=${seed}\n${sent.method} ${sent.path.slice(0, 500)}\n${JSON.stringify(sent.headers)}\n${String(sent.body ?? '').slice(0, 1_000)}\n-> ${response.status} ${response.text.slice(0, 500)}`,
      )
  })
}

/** Statuses that mean that the channel or the server can't answer now, which it always can here. */
const failures = [500, 502, 503, 529]

function problemOf(
  { method, path }: SentRequest,
  { status, text }: ReceivedResponse,
): string | undefined {
  if (failures.includes(status)) return 'The server failed.'
  if (method === 'HEAD' || method === 'OPTIONS' || status < 400) return undefined
  const answer = parse(text) as
    | { message?: unknown; error?: { message?: unknown }; success?: unknown }
    | undefined
  // Other spellings of the path are answered as any other unknown page.
  if (!/^\/(v[123]\/|mcp$)/.test(path) || answer?.success === false) return undefined
  const message = /^\/(v1\/|mcp$)/.test(path) ? answer?.error?.message : answer?.message
  return typeof message === 'string' && message !== '' ? undefined : 'No error of its shape.'
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
