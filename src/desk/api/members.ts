import { z } from 'zod'

export const onlyTrue = (description: string) => z.literal(true).optional().meta({ description })
/** Members of a row, and of a person's payouts. */
export const doubt = {
  maybe_paid: onlyTrue('Evidence that nobody has looked into says that this unpaid row was paid. Absent otherwise'),
  maybe_not_paid: onlyTrue('Such evidence says that this paid row was not paid. Absent otherwise'),
}

const whole = () => z.number().int().min(0)
/** Of a batch, after a retry. */
export const droppedRows = z
  .object({ rows: whole(), lines: z.array(whole()).meta({ description: 'The lines of the first 20' }) })
  .optional()
  .meta({ description: 'Rows of your earlier request for a retry that are not in this one, which replaces it' })

const deed = z.object({
  by: z.string().nullable(),
  at: z.string().meta({ format: 'date-time', description: 'ISO 8601, UTC' }),
  note: z.string().meta({ description: 'Why, in their words' }).nullable(),
})
/** What people did with a batch. */
export const deeds = {
  stopped: deed.optional().meta({ description: 'Who paused, cancelled or rejected it, if a person did' }),
  retry_rejected: deed
    .extend({ rows: whole() })
    .optional()
    .meta({ description: 'Who rejected its latest retry, if nothing has become of the rows since' }),
}
