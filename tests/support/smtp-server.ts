/** SMTP server that records mails and injects typical failures. */
import { createServer, type AddressInfo, type Socket } from 'node:net'

export type SmtpBehaviour =
  | 'takes'
  /** 451 for every mail. */
  | 'puts off'
  /** 450 for every recipient. */
  | 'greylists'
  /** 550 for every recipient. */
  | 'knows nobody'
  /** Accepts the connection but never responds. */
  | 'is silent'
  /** Receives the mail but does not confirm it. */
  | 'forgets to answer'
  /** Closes the connection during the mail. */
  | 'drops'

/** `host`: address to listen on. */
export async function smtpServer(opening: SmtpBehaviour = 'takes', host = '127.0.0.1') {
  const received: string[] = []
  const commands: string[] = []
  const open = new Set<Socket>()
  let mood = opening
  const talk = (socket: Socket) => {
    let gathered = ''
    let message: string | undefined
    const say = (line: string) => socket.write(`${line}\r\n`)
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    if (mood !== 'is silent') say('220 test')
    socket.setEncoding('utf8').on('error', () => {})
    socket.on('data', (text: string) => {
      gathered += text
      for (let end = gathered.indexOf('\r\n'); end >= 0; end = gathered.indexOf('\r\n')) {
        const line = gathered.slice(0, end)
        gathered = gathered.slice(end + 2)
        if (message === undefined) commands.push(line)
        if (message !== undefined && line !== '.') message += `${line}\r\n`
        else if (message !== undefined) {
          if (mood === 'forgets to answer') return
          received.push(message)
          message = undefined
          say('250 kept')
        } else if (/^EHLO/i.test(line)) say('250 test')
        else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
        else if (mood === 'puts off' && /^MAIL/i.test(line)) say('451 not now')
        else if (mood === 'greylists' && /^RCPT/i.test(line))
          say('450 4.2.0 greylisted, come again later')
        else if (mood === 'knows nobody' && /^RCPT/i.test(line))
          say(`550 5.1.1 ${line.slice(8)} no such user here`)
        else if (/^DATA/i.test(line)) {
          message = ''
          if (mood === 'drops') return void socket.destroy()
          say('354 go on')
        } else say('250 yes')
      }
    })
  }
  const server = createServer(talk)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return {
    url: `smtp://${host}:${(server.address() as AddressInfo).port}`,
    received,
    /** SMTP commands received, without message bodies. */
    commands,
    become: (next: SmtpBehaviour) => (mood = next),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        open.forEach((socket) => socket.destroy())
      }),
  }
}
