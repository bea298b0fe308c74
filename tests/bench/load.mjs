/**
 * Sends requests over and over on many kept-alive connections, from a process of its own so that it
 * does not slow what it measures.
 */
import { connect } from 'node:net'

/** Each client repeats one of the requests. */
process.on('message', async ({ port, requests, clients, calls }) => {
  let open = calls
  const next = () => open-- > 0
  await Promise.all(
    Array.from({ length: clients }, (_, at) => hammer(port, requests[at % requests.length], next)),
  )
  process.send('done')
})

/** Sends while `next` returns true; rejects at the first answer that is not a 200 with success. */
function hammer(port, request, next) {
  return new Promise((resolve, reject) => {
    let got = ''
    const send = () => {
      if (next()) return socket.write(request)
      socket.destroy()
      resolve()
    }
    const socket = connect(port, '127.0.0.1', send)
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
      send()
    })
  })
}
