/** Process with clients that poll, such as pay modals, each on a keep-alive connection of its own. */
import { connect } from 'node:net'

let end = 0

/** Polls for so many milliseconds, or until the message `stop`. */
process.on('message', async (message) => {
  if (message === 'stop') return void (end = 0)
  const { port, requests, interval, milliseconds = Infinity } = message
  end = performance.now() + milliseconds
  const times = await Promise.all(
    requests.map((request, index) =>
      client(port, request, { interval, delay: (index / requests.length) * interval }),
    ),
  )
  process.send(times.flat())
})

/** Resolves with the milliseconds of each call, null if it was refused or not answered. */
function client(port, request, { interval, delay }) {
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
    // Before the last poll is answered, the server has closed it.
    socket.on('close', () => resolve([...times, null]))
    socket.on('data', (chunk) => {
      received += chunk
      const headEnd = received.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1])
      if (received.length < headEnd + 4 + length) return
      const isSuccess =
        received.startsWith('HTTP/1.1 200') && received.startsWith('{"success":true', headEnd + 4)
      received = ''
      const now = performance.now()
      times.push(isSuccess ? now - sentAt : null)
      if (now < end) return void setTimeout(poll, Math.max(0, sentAt + interval - now))
      resolve(times)
      socket.destroy()
    })
  })
}
