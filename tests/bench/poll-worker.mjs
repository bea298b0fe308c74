/**
 * Many pay modals, each on a kept-alive connection of its own, asking about its order at a steady
 * beat; from a process of its own.
 */
import { connect } from 'node:net'

process.on('message', async ({ port, requests, beat, milliseconds }) => {
  const until = performance.now() + milliseconds
  const times = await Promise.all(
    requests.map((request, index) =>
      modal(port, request, { beat, until, first: (index / requests.length) * beat }),
    ),
  )
  process.send(times.flat())
})

/**
 * Resolves with how many milliseconds each answer took; rejects at the first that is not a 200 with
 * success.
 */
function modal(port, request, { beat, until, first }) {
  return new Promise((resolve, reject) => {
    const times = []
    let got = ''
    let asked = 0
    const ask = () => {
      asked = performance.now()
      socket.write(request)
    }
    const socket = connect(port, '127.0.0.1', () => setTimeout(ask, first))
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      got += chunk
      const end = got.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = Number(/content-length: (\d+)/i.exec(got)?.[1])
      if (got.length < end + 4 + length) return
      if (!got.startsWith('HTTP/1.1 200') || !got.startsWith('{"success":true', end + 4))
        return reject(new Error(got.slice(0, 300)))
      got = ''
      const now = performance.now()
      times.push(now - asked)
      if (now < until) return void setTimeout(ask, Math.max(0, asked + beat - now))
      socket.destroy()
      resolve(times)
    })
  })
}
