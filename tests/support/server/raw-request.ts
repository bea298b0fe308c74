/** Raw bytes over a socket, below HTTP clients that would refuse or correct them. */
import { connect } from 'node:net'

/** Sends the bytes and returns all that is received until the server closes the connection. */
export function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
    socket.on('data', (chunk) => (received += chunk.toString()))
    // A reset connection closes too; the data received before shows what the server did.
    socket.on('error', () => {})
    socket.on('close', () => resolve(received))
  })
}
