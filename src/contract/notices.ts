/** Notices pushed by the server as server-sent events. */
import * as z from 'zod/mini'
import { get } from '#contract/endpoint.ts'
import { Id, Text, WireTime } from '#contract/vocabulary.ts'

/** The data of one message. */
export const Notice = z.object({ id: Id, type: Text, title: Text, content: Text, level: Text, at: WireTime })
export type Notice = z.output<typeof Notice>

export const notices = {
  stream: get('/notice/openSse/{clientId}', z.object({ clientId: z.string().check(z.regex(/^[\w-]{16,64}$/)) }), Notice, {
    spec: '7.42',
    access: 'visitor',
    answers: 'stream',
    does: 'Streams notices; a visitor gets the public ones only.',
  }),
}
