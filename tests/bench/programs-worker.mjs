/** Worker thread that sends requests at a fixed rate, whether or not earlier ones are answered. */
import { Agent, request } from 'node:http'
import { parentPort } from 'node:worker_threads'

/** Posts the milliseconds of each answer, and how many had another status than 200. */
parentPort.on('message', async ({ port, path, keys, body, perSecond, seconds }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const durations = []
  let failed = 0
  const send = (key) =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now()
      const headers = {
        authorization: `DeepL-Auth-Key ${key}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }
      request({ agent, port, host: '127.0.0.1', path, method: 'POST', headers }, (response) => {
        response.resume().on('end', () => {
          durations.push(performance.now() - startedAt)
          if (response.statusCode !== 200) failed += 1
          resolve()
        })
      })
        .on('error', reject)
        .end(body)
    })
  const began = performance.now()
  const pending = []
  for (let count = 0; count < perSecond * seconds; count++) {
    const wait = began + (count * 1_000) / perSecond - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    pending.push(send(keys[count % keys.length]))
  }
  await Promise.all(pending)
  agent.destroy()
  parentPort.postMessage({ durations, failed })
})
