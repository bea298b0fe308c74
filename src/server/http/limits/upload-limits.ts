/** How many uploads, which are held in memory, work at once; further ones are refused. */
import { ApiError } from '#server/http/errors.ts'

/** `group`: of one account group. */
export type UploadRates = { process: number; group: number }

export type UploadLimits = {
  /** Holds a place while the body is read and `work` goes on. Throws ApiError `tooManyRequests`. */
  runUpload: <T>(group: string, work: () => Promise<T>) => Promise<T>
}

/** Seconds after which a refused upload may succeed. */
const retrySeconds = 2

/** In memory of this process. Nothing waits: clients of programs send an upload again. */
export function createUploadLimits(rates: UploadRates): UploadLimits {
  const running = new Map<string, number>()
  let total = 0
  return {
    async runUpload(group, work) {
      const ofGroup = running.get(group) ?? 0
      if (total >= rates.process || ofGroup >= rates.group)
        throw new ApiError('tooManyRequests', { seconds: retrySeconds })
      total++
      running.set(group, ofGroup + 1)
      try {
        return await work()
      } finally {
        total--
        const left = running.get(group)! - 1
        if (left === 0) running.delete(group)
        else running.set(group, left)
      }
    },
  }
}
