/** Compression of long responses where nothing in front of the server compresses them. */
import { promisify } from 'node:util'
import { constants, gzip as compress, gzipSync } from 'node:zlib'
import type { Gzip } from '#server/http/response.ts'

/** Characters up to which compressing takes less time than handing it to another thread. */
const maxSyncLength = 65_536
/** The fastest level takes some 0.2 ms for 30 kB; the best would save a tenth of what is sent. */
const options = { level: constants.Z_BEST_SPEED }
const compressInThread = promisify<string, typeof options, Buffer<ArrayBuffer>>(compress)

export const gzip: Gzip = (text) =>
  text.length <= maxSyncLength
    ? new Uint8Array(gzipSync(text, options))
    : compressInThread(text, options).then((bytes) => new Uint8Array(bytes))
