/** Code of the page for developers: a first call, and one with an idempotency key, by client. */

/** Stands for the reader's key in the code; the page replaces it by the key that is entered. */
export const keyPlaceholder = 'YOUR_API_KEY'

/** Clients in the order of their tabs; `label`: the name of the client, `fence`: of its language. */
export const clients = [
  { name: 'curl', label: 'curl', fence: 'sh' },
  { name: 'node', label: 'Node.js', fence: 'js' },
  { name: 'python', label: 'Python', fence: 'python' },
  { name: 'php', label: 'PHP', fence: 'php' },
  { name: 'openai', label: 'OpenAI', fence: 'js' },
] as const
export type ClientName = (typeof clients)[number]['name']
export type Samples = Readonly<Record<ClientName, string>>

type Call = { origin: string; text: string; target: string }

/** A word of a command of POSIX shells. */
const quoteForShell = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`

/** The first call as a command; also that of what a reader tries on the page. */
export const curlCall = ({ origin, text, target }: Call, key = keyPlaceholder): string =>
  [
    `curl ${origin}/v2/translate \\`,
    `  -H ${quoteForShell(`Authorization: DeepL-Auth-Key ${key}`)} \\`,
    `  -d target_lang=${target} --data-urlencode ${quoteForShell(`text=${text}`)}`,
  ].join('\n')

const authorization = `-H ${quoteForShell(`Authorization: DeepL-Auth-Key ${keyPlaceholder}`)}`

/** Uploads a document. */
export const curlUpload = (origin: string, target: string): string =>
  [
    `curl ${origin}/v2/document \\`,
    `  ${authorization} \\`,
    `  -F target_lang=${target} -F file=@letter.docx`,
  ].join('\n')

/** Reads the status of a document, whose id and key are in variables, and downloads it. */
export const curlDownload = (origin: string): string =>
  [
    { step: '', output: '' },
    { step: '/result', output: ' -o translated.docx' },
  ]
    .map(({ step, output }) =>
      [
        `curl ${origin}/v2/document/$DOCUMENT_ID${step} \\`,
        `  ${authorization} \\`,
        `  -d document_key=$DOCUMENT_KEY${output}`,
      ].join('\n'),
    )
    .join('\n\n')

/** A first translation with each client. */
export const firstCalls = (call: Call): Samples => {
  const { origin, text, target } = call
  return {
    curl: curlCall(call),
    node: `// npm install deepl-node
import { DeepLClient } from "deepl-node"

const client = new DeepLClient("${keyPlaceholder}", { serverUrl: "${origin}" })
const result = await client.translateText("${text}", null, "${target}")
console.log(result.text)`,
    python: `# pip install deepl
import deepl

client = deepl.DeepLClient("${keyPlaceholder}", server_url="${origin}")
result = client.translate_text("${text}", target_lang="${target}")
print(result.text)`,
    php: `<?php
// composer require deeplcom/deepl-php
require 'vendor/autoload.php';

$client = new DeepL\\DeepLClient('${keyPlaceholder}', ['server_url' => '${origin}']);
echo $client->translateText('${text}', null, '${target}')->text;`,
    openai: `// npm install openai
import OpenAI from "openai"

const client = new OpenAI({ apiKey: "${keyPlaceholder}", baseURL: "${origin}/v1" })
const answer = await client.chat.completions.create({
  model: "translate-auto-${target.slice(0, 2).toLowerCase()}",
  messages: [{ role: "user", content: "${text}" }],
})
console.log(answer.choices[0].message.content)`,
  }
}

/** The same with an idempotency key that stays the same when the client retries. */
export const idempotentCalls = (call: Call): Samples => {
  const { origin, text, target } = call
  return {
    curl: curlCall(call).replace(
      ' \\\n  -d',
      ' \\\n  -H "Idempotency-Key: $(uuidgen)" --retry 3 \\\n  -d',
    ),
    node: `import { randomUUID } from "node:crypto"
import { DeepLClient } from "deepl-node"

const translateOnce = (text, target) =>
  new DeepLClient("${keyPlaceholder}", {
    serverUrl: "${origin}",
    headers: { "Idempotency-Key": randomUUID() },
  }).translateText(text, null, target)

console.log((await translateOnce("${text}", "${target}")).text)`,
    python: `import uuid
import deepl

client = deepl.DeepLClient("${keyPlaceholder}", server_url="${origin}")
client.headers["Idempotency-Key"] = str(uuid.uuid4())  # anew before each call
print(client.translate_text("${text}", target_lang="${target}").text)`,
    php: `<?php
require 'vendor/autoload.php';

$client = new DeepL\\DeepLClient('${keyPlaceholder}', [
  'server_url' => '${origin}',
  'headers' => ['Idempotency-Key' => bin2hex(random_bytes(16))],
]);
echo $client->translateText('${text}', null, '${target}')->text;`,
    openai: `import { randomUUID } from "node:crypto"
import OpenAI from "openai"

const client = new OpenAI({ apiKey: "${keyPlaceholder}", baseURL: "${origin}/v1" })
const answer = await client.chat.completions.create(
  {
    model: "translate-auto-${target.slice(0, 2).toLowerCase()}",
    messages: [{ role: "user", content: "${text}" }],
  },
  { headers: { "Idempotency-Key": randomUUID() } },
)
console.log(answer.choices[0].message.content)`,
  }
}
