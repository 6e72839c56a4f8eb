import { z } from 'zod'

const onlyTrue = (description: string) => z.literal(true).optional().meta({ description })
/** Members of a row, and of a person's payouts. */
export const doubt = {
  maybe_paid: onlyTrue('Evidence that nobody has looked into says that this unpaid row was paid. Absent otherwise'),
  maybe_not_paid: onlyTrue('Such evidence says that this paid row was not paid. Absent otherwise'),
}
