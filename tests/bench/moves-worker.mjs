/**
 * Clients in a thread of their own that distribute as fast as they are answered; each request
 * carries a signature of its own.
 */
import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { parentPort } from 'node:worker_threads'

const md5 = (text) => createHash('md5').update(text).digest('hex')

/**
 * `tokens` and `bodies` are taken in turn, one for each client. Reports at the end how many calls
 * succeeded and how many failed.
 */
parentPort.on('message', async ({ port, path, tokens, bodies, milliseconds }) => {
  const until = performance.now() + milliseconds
  const done = { well: 0, badly: 0 }
  await Promise.all(
    tokens.map((token, index) =>
      client(port, until, () => request(path, token, bodies[index]), done),
    ),
  )
  parentPort.postMessage(done)
})

/**
 * A server takes time stamps of five minutes either way; each is used once, and more are used than
 * milliseconds go by.
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

/**
 * Reads answers by their `content-length` or their chunks' end, one request under way at a time.
 */
function client(port, until, next, done) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let got = ''
    socket.on('error', reject)
    socket.on('connect', () => socket.write(next()))
    socket.on('data', (chunk) => {
      got += chunk.toString('latin1')
      const head = got.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = /content-length: (\d+)/i.exec(got)?.[1]
      const whole =
        length === undefined ? got.endsWith('0\r\n\r\n') : got.length >= head + 4 + Number(length)
      if (!whole) return
      if (got.includes('{"success":true')) done.well += 1
      else done.badly += 1
      got = ''
      if (performance.now() < until) socket.write(next())
      else {
        socket.destroy()
        resolve()
      }
    })
  })
}
