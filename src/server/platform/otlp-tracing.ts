/** Tracing by OpenTelemetry, sent as OTLP over HTTP. Loaded only if a collector is configured. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Tracing } from '#server/platform/tracing.ts'

const spanKinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT }

/**
 * `sampled`: share of requests and job rounds that are traced. The packages read address, headers
 * and resource from the environment of the process. Trace headers of requests are ignored, since
 * anybody may send them.
 */
export function createOtlpTracing({ sampled }: { sampled: number }): Tracing {
  const provider = new TracerProvider({
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampled) }),
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'yiqiao' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('yiqiao')
  const currentContext = new AsyncLocalStorage<Context>()
  return {
    async span(name, { kind, attributes = {} }, work) {
      const parent = currentContext.getStore() ?? ROOT_CONTEXT
      const options = { kind: kind ? spanKinds[kind] : SpanKind.INTERNAL, attributes }
      const span = tracer.startSpan(name, options, parent)
      const fail = (type: string) => {
        span.setStatus({ code: SpanStatusCode.ERROR })
        span.setAttribute('error.type', type)
      }
      try {
        return await currentContext.run(trace.setSpan(parent, span), () =>
          work({
            set: (more) => void span.setAttributes(more),
            rename: (to) => void span.updateName(to),
            fail,
          }),
        )
      } catch (reason) {
        fail(toErrorType(reason))
        throw reason
      } finally {
        span.end()
      }
    },
    stop: () => provider.shutdown().catch(() => {}),
  }
}

/** Error code of PostgreSQL or Node, otherwise the name of the class. */
function toErrorType(reason: unknown): string {
  if (!(reason instanceof Error)) return 'unknown'
  const code = 'code' in reason ? reason.code : undefined
  return typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : reason.name
}
