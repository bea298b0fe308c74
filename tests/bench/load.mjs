/**
 * Sends one request over and over on many kept-alive connections, from a process of its own so that
 * it does not slow what it measures.
 */
import { connect } from 'node:net'

process.on('message', async ({ port, request, clients, milliseconds }) => {
  const until = performance.now() + milliseconds
  const counts = await Promise.all(
    Array.from({ length: clients }, () => hammer(port, request, until)),
  )
  process.send(counts.reduce((sum, count) => sum + count, 0))
})

/** Resolves with the number of answers; rejects at the first that is not a 200 with success. */
function hammer(port, request, until) {
  return new Promise((resolve, reject) => {
    let answers = 0
    let got = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      got = got === '' ? chunk : got + chunk
      const end = got.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = Number(/content-length: (\d+)/i.exec(got)?.[1])
      if (got.length < end + 4 + length) return
      if (!got.startsWith('HTTP/1.1 200') || !got.startsWith('{"success":true', end + 4))
        return reject(new Error(got.slice(0, 300)))
      got = ''
      answers += 1
      if (performance.now() < until) return socket.write(request)
      socket.destroy()
      resolve(answers)
    })
  })
}
