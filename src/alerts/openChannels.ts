import type { AlertChannel } from './alert.ts'

/** What is set of PAYRUN_WEBHOOK_* and PAYRUN_SMTP_URL and PAYRUN_MAIL_*. */
export interface AlertSettings {
  webhook: { url: string; secret: string | undefined } | undefined
  email: { smtpUrl: string; from: string; to: readonly string[] } | undefined
}

/** The channels that are set up. */
export async function openChannels({ webhook, email }: AlertSettings): Promise<AlertChannel[]> {
  return [
    ...(webhook ? [(await import('./webhook.ts')).createWebhook(webhook)] : []),
    ...(email ? [(await import('./email.ts')).createEmail(email)] : []),
  ]
}
