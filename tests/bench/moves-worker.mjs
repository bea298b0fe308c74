/** Worker thread with clients that send signed POSTs, each as soon as the last one is answered. */
import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { parentPort } from 'node:worker_threads'

const md5 = (text) => createHash('md5').update(text).digest('hex')

/** One client per token and body. Posts how many calls succeeded and how many failed. */
parentPort.on('message', async ({ port, path, tokens, bodies, milliseconds }) => {
  const end = performance.now() + milliseconds
  const counts = { succeeded: 0, failed: 0 }
  await Promise.all(
    tokens.map((token, index) =>
      client(port, end, () => request(path, token, bodies[index]), counts),
    ),
  )
  parentPort.postMessage(counts)
})

/**
 * The last timestamp. The server accepts those within five minutes of its clock, each once per
 * token; they begin four minutes in the past, since more calls are sent than milliseconds pass.
 */
let stamp = 0

function request(path, token, body) {
  stamp = Math.max(stamp + 1, Date.now() - 240_000)
  return (
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\naccept-language: zh-CN\r\nauthorization: Bearer ${token}\r\n` +
    `auth-token: ${token}\r\nauth-timestamp: ${stamp}\r\nauth-sign: ${md5(token + stamp)}\r\nclient-version: 0.0.0\r\n` +
    `idempotency-key: ${token}${stamp}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  )
}

/** Sends one request at a time; a response ends by its `content-length` or its last chunk. */
function client(port, end, nextRequest, counts) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let received = ''
    socket.on('error', reject)
    socket.on('connect', () => socket.write(nextRequest()))
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      const head = received.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = /content-length: (\d+)/i.exec(received)?.[1]
      const isComplete =
        length === undefined
          ? received.endsWith('0\r\n\r\n')
          : received.length >= head + 4 + Number(length)
      if (!isComplete) return
      if (received.includes('{"success":true')) counts.succeeded += 1
      else counts.failed += 1
      received = ''
      if (performance.now() < end) socket.write(nextRequest())
      else {
        socket.destroy()
        resolve()
      }
    })
  })
}
