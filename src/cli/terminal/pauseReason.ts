import type { PauseReason } from '../../payout/outcome.ts'
import { t } from '../../words/t.ts'

/**
 * Why a batch is paused, for people: what happened, and what to do before going on with `payrun resume BATCH`.
 * What pauses a batch is written down in architecture.md, rule 8 and the outcome table.
 * @param command how commands begin here: `payrun` or `npm run -s payrun --`
 */
export function pauseReasonSentence(reason: PauseReason, command = 'payrun'): string {
  switch (reason) {
    case 'person':
      return t`Somebody paused this batch.`
    case 'scheduled':
      return t`This batch waits for its time: the workers pay it then, and resume pays it now.`
    case 'unauthorized':
      return t`The provider turned the credentials down. Check PAYRUN_APP_KEY and PAYRUN_MERCHANT_KEY.`
    case 'wrong_interface':
      return t`There is no payout interface at the provider address. Check PAYRUN_PROVIDER_URL.`
    case 'redirected':
      return t`The provider answered with the address of another place, which payrun does not follow, since that could pay twice. Check PAYRUN_PROVIDER_URL: perhaps it should begin with https:// or name another host.`
    case 'tls':
      return t`The provider's certificate can't be trusted, so nothing was sent to it. Check PAYRUN_PROVIDER_URL and this machine's date; if both are right, ask the provider.`
    case 'too_many_unknown':
      return t`Too many rows may or may not have been paid, so payrun stopped before there were more. Find out what happened from the provider's statement first.`
    case 'operator_held':
      return t`An operator is held: its rows got no clear answers, or somebody held it, and no other rows are left to pay. \`${command} operators\` shows which one.`
    case 'provider_unreachable':
      return t`The provider could not be reached for 2 minutes. Nothing is lost. Check the network and PAYRUN_PROVIDER_URL.`
  }
}
