/** Group robots of WeCom, DingTalk and Feishu: their addresses, messages, signatures and answers. */
import { createHmac } from 'node:crypto'
import type { RobotFormat } from '#contract/webhooks.ts'
import { bareHost, isLocalHost, type AddressRules } from '#server/features/webhooks/address.ts'
import type { WebhookRequest } from '#server/features/webhooks/send-request.ts'

/** What a robot says of one event. `url`: of the page about it, where the site's address is known. */
export type RobotMessage = { title: string; content: string; url?: string | undefined }

type Vendor = {
  hosts: readonly string[]
  path: string
  /** Most bytes of a text. */
  maxBytes: number
  toRequest: (robot: Robot, title: string, text: string) => { url: string; body: object }
}
type Robot = { url: string; secret: string; now: Date }

const sign = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64')

/**
 * Texts without markup, so that a name in them is neither a link nor a mention.
 *
 * - WeCom: “Group robot configuration” (developer.work.weixin.qq.com, path/91770): the key in the
 *   address is all that authenticates.
 * - DingTalk: “Custom robot access” and “Custom robot security settings” (open.dingtalk.com): the
 *   signature over the time in milliseconds and the secret is in the query.
 * - Feishu: “Custom bot usage guide” (open.feishu.cn): the key of the signature is the time in seconds
 *   and the secret, its text is empty, and both are in the body.
 */
const vendors: Record<RobotFormat, Vendor> = {
  wecom: {
    hosts: ['qyapi.weixin.qq.com'],
    path: '/cgi-bin/webhook/send',
    maxBytes: 2_048,
    toRequest: ({ url }, _, text) => ({ url, body: { msgtype: 'text', text: { content: text } } }),
  },
  dingtalk: {
    hosts: ['oapi.dingtalk.com'],
    path: '/robot/send',
    maxBytes: 18_000,
    toRequest({ url, secret, now }, _, text) {
      const signed = new URL(url)
      if (secret !== '') {
        const timestamp = String(now.getTime())
        signed.searchParams.set('timestamp', timestamp)
        signed.searchParams.set('sign', sign(secret, `${timestamp}\n${secret}`))
      }
      return { url: signed.href, body: { msgtype: 'text', text: { content: text } } }
    },
  },
  feishu: {
    hosts: ['open.feishu.cn', 'open.larksuite.com'],
    path: '/open-apis/bot/v2/hook/',
    maxBytes: 18_000,
    toRequest({ url, secret, now }, title, text) {
      const timestamp = String(Math.floor(now.getTime() / 1_000))
      const signature =
        secret === '' ? {} : { timestamp, sign: sign(`${timestamp}\n${secret}`, '') }
      const content = text.split('\n').map((line) => [toElement(line)])
      return {
        url,
        body: { ...signature, msg_type: 'post', content: { post: { zh_cn: { title, content } } } },
      }
    },
  },
}

const toElement = (line: string) =>
  /^https?:\/\/\S+$/.test(line) ? { tag: 'a', text: line, href: line } : { tag: 'text', text: line }

/** Whether an address is one of the vendor's robots; tests and demos may have them on this machine. */
export function isRobotUrl(
  format: RobotFormat,
  text: string,
  { allowsLocal }: AddressRules,
): boolean {
  const url = new URL(text)
  if (allowsLocal && isLocalHost(bareHost(url))) return true
  const { hosts, path } = vendors[format]
  return url.port === '' && hosts.includes(url.hostname) && url.pathname.startsWith(path)
}

/** One message about several events. `product`: its name, which a robot may demand as a keyword. */
export function toRobotRequest(
  format: RobotFormat,
  robot: Robot,
  product: string,
  messages: readonly RobotMessage[],
): WebhookRequest {
  const { maxBytes, toRequest } = vendors[format]
  const title = `【${product}】${messages[0]!.title}`
  const text = toText(format === 'feishu' ? '' : `【${product}】`, messages, maxBytes)
  const { url, body } = toRequest(robot, title, text)
  return {
    url,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Yiqiao-Webhooks/1',
    },
    body: JSON.stringify(body),
  }
}

/** In full; if that is too long, the titles alone. */
function toText(prefix: string, messages: readonly RobotMessage[], maxBytes: number): string {
  const full = messages
    .map(({ title, content, url }) => [title, content, url].filter(Boolean).join('\n'))
    .join('\n\n')
  if (bytesOf(prefix + full) <= maxBytes) return prefix + full
  const { url } = messages[0]!
  const titles = messages.map(({ title }) => title).join('\n')
  return cut(prefix + titles, maxBytes - bytesOf(`\n${url ?? ''}`)) + (url ? `\n${url}` : '')
}

const bytesOf = (text: string) => Buffer.byteLength(text)

function cut(text: string, maxBytes: number): string {
  const letters = Array.from(text)
  while (bytesOf(letters.join('')) > maxBytes) letters.pop()
  return letters.join('')
}

/** Robots answer with status 200 and a code, which is 0 for a success. */
export function isRobotSuccess(answer: string | undefined): boolean {
  try {
    const { errcode, code, StatusCode } = JSON.parse(answer ?? '') as Record<string, unknown>
    return (errcode ?? code ?? StatusCode) === 0
  } catch {
    return false
  }
}
