import type { Telemetry } from 'bullmq'
import { t } from '../words/t.ts'

export type LoadedTracing = { ok: true; telemetry: Telemetry } | { ok: false; message: string }

/** An option of queues and workers that hands their jobs to OpenTelemetry. Not one of payrun's own packages. */
const packageName: string = 'bullmq-otel'

/** PAYRUN_OTEL: bullmq-otel, where somebody has installed it. What it records goes to the SDK that Node was started with. */
export async function loadTracing(): Promise<LoadedTracing> {
  const loaded = (await import(packageName).catch(() => undefined)) as
    | { BullMQOtel?: new (options: { tracerName: string }) => Telemetry }
    | undefined
  if (!loaded?.BullMQOtel) {
    return { ok: false, message: t`PAYRUN_OTEL: bullmq-otel is not installed: npm install bullmq-otel, or unset it.` }
  }
  return { ok: true, telemetry: new loaded.BullMQOtel({ tracerName: 'payrun' }) }
}
