/** Process with pay modals that poll their orders, each on a keep-alive connection of its own. */
import { connect } from 'node:net'

process.on('message', async ({ port, requests, interval, milliseconds }) => {
  const end = performance.now() + milliseconds
  const times = await Promise.all(
    requests.map((request, index) =>
      modal(port, request, { interval, end, delay: (index / requests.length) * interval }),
    ),
  )
  process.send(times.flat())
})

/**
 * Resolves with the milliseconds of each call; rejects at the first response that is not a 200 with
 * `success: true`.
 */
function modal(port, request, { interval, end, delay }) {
  return new Promise((resolve, reject) => {
    const times = []
    let received = ''
    let sentAt = 0
    const poll = () => {
      sentAt = performance.now()
      socket.write(request)
    }
    const socket = connect(port, '127.0.0.1', () => setTimeout(poll, delay))
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      received += chunk
      const headEnd = received.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1])
      if (received.length < headEnd + 4 + length) return
      if (
        !received.startsWith('HTTP/1.1 200') ||
        !received.startsWith('{"success":true', headEnd + 4)
      )
        return reject(new Error(received.slice(0, 300)))
      received = ''
      const now = performance.now()
      times.push(now - sentAt)
      if (now < end) return void setTimeout(poll, Math.max(0, sentAt + interval - now))
      socket.destroy()
      resolve(times)
    })
  })
}
