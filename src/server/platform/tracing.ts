/** Interface for the server's spans, independent of the tracing system. */

type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>

export type Span = {
  set: (attributes: SpanAttributes) => void
  rename: (name: string) => void
  /** `type`: the class of the error, without any value. */
  fail: (type: string) => void
}

type SpanOptions = {
  /** `server`: answers a request. `client`: waits for another program. */
  kind?: 'server' | 'client'
  attributes?: SpanAttributes
}

export type Tracing = {
  /**
   * Runs the work in a span, within the span around it. A rejection fails the span; error messages
   * may contain values, so only the class is recorded.
   */
  span: <T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>) => Promise<T>
  /** Exports the remaining spans. */
  stop: () => Promise<void>
}

const noSpan: Span = { set: () => {}, rename: () => {}, fail: () => {} }

/** For tests, the in-browser demo, and a server without a collector. */
export const noTracing: Tracing = {
  span: (_name, _options, work) => work(noSpan),
  stop: async () => {},
}
