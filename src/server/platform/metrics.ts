/** Interface for the server's measurements, independent of the monitoring system. */

/** One answered request. `route` is the contract's path template, `other` for any other path. */
type RequestMeasurement = {
  method: string
  route: string
  status: number
  /** Error code of a refused call. */
  code?: string | undefined
  seconds: number
}

export type Metrics = {
  request: (measured: RequestMeasurement) => void
  /** The number of open event streams changes by one. */
  stream: (change: 1 | -1) => void
  /** A round of a background job has ended. */
  round: (job: string, measured: { failed: boolean; seconds: number }) => void
  /** A browser has reported a violation of a directive of the content security policy. */
  violation: (directive: string) => void
  /**
   * A call to an external service has ended: `outcome` is `ok`, or the class of the failure such as
   * `busy`.
   */
  external: (
    service: 'gateway' | 'translator',
    name: string,
    measured: { operation: string; outcome: string; seconds: number },
  ) => void
}

/** For tests, the in-browser demo, and a server without `METRICS_PORT`. */
export const noMetrics: Metrics = {
  request: () => {},
  stream: () => {},
  round: () => {},
  violation: () => {},
  external: () => {},
}
