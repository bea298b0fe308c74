/** Process with clients that repeat requests on keep-alive connections as fast as possible. */
import { connect } from 'node:net'

/** Each client repeats one of the requests. */
process.on('message', async ({ port, requests, clients, calls }) => {
  let remaining = calls
  const isNextAllowed = () => remaining-- > 0
  await Promise.all(
    Array.from({ length: clients }, (_, index) =>
      repeat(port, requests[index % requests.length], isNextAllowed),
    ),
  )
  process.send('done')
})

/** Rejects at the first response that is not a 200 with `success: true`. */
function repeat(port, request, isNextAllowed) {
  return new Promise((resolve, reject) => {
    let received = ''
    const send = () => {
      if (isNextAllowed()) return socket.write(request)
      socket.destroy()
      resolve()
    }
    const socket = connect(port, '127.0.0.1', send)
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
      send()
    })
  })
}
