import { z } from 'zod'

/**
 * What a notification says (interface document, section 6: "not shown"; this form is ours). What is undefined is left out
 * of its JSON.
 */
export const notificationBody = z.object({
  event: z.enum(['payment', 'collection']),
  reference: z.string(),
  status: z.string().describe("The provider's word for the end state: success, FAILED, CANCELLED, DECLINED, EXPIRED"),
  amount: z.string().describe('Digits, as the merchant sent them'),
  currency: z.string(),
  operator: z.string().optional(),
  phoneNumber: z.string().optional(),
  custom_data: z.unknown().optional(),
  message: z.string(),
  id: z.string().describe('The same each time that this notification is sent'),
})

export type NotificationBody = z.infer<typeof notificationBody>
