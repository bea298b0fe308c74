/** A mail server that keeps what it is sent, and fails when it is told to. */
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

export type SmtpServer = Awaited<ReturnType<typeof smtpServer>>

export async function smtpServer() {
  const received: string[] = []
  let refusing = false
  const talk = (socket: Socket) => {
    let gathered = ''
    let message: string | undefined
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 test')
    socket.setEncoding('utf8').on('error', () => {})
    socket.on('data', (text: string) => {
      gathered += text
      for (let end = gathered.indexOf('\r\n'); end >= 0; end = gathered.indexOf('\r\n')) {
        const line = gathered.slice(0, end)
        gathered = gathered.slice(end + 2)
        if (message !== undefined && line !== '.') message += `${line}\r\n`
        else if (message !== undefined) {
          received.push(message)
          message = undefined
          say('250 kept')
        } else if (/^EHLO/i.test(line)) say('250 test')
        else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
        else if (refusing && /^MAIL/i.test(line)) say('451 not now')
        else if (/^DATA/i.test(line)) {
          message = ''
          say('354 go on')
        } else say('250 yes')
      }
    })
  }
  const server = createServer(talk)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    refuse: (yes: boolean) => (refusing = yes),
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
