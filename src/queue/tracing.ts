import type { Telemetry } from 'bullmq'

/** Not one of payrun's own packages. */
const packageName: string = 'bullmq-otel'

/**
 * PAYRUN_OTEL: an option of queues and workers that hands their jobs to OpenTelemetry. What it records goes to the SDK that Node was
 * started with. Undefined: nobody has installed bullmq-otel.
 */
export async function loadTracing(): Promise<Telemetry | undefined> {
  const loaded = (await import(packageName).catch(() => undefined)) as
    | { BullMQOtel?: new (options: { tracerName: string }) => Telemetry }
    | undefined
  return loaded?.BullMQOtel && new loaded.BullMQOtel({ tracerName: 'payrun' })
}
