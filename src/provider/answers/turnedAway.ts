import { duplicate, isDone, saysUnderWayIn, success, words } from '../../payout/doubtWords.ts'
import { plain } from '../../payout/refusal.ts'
import type { Response } from './answer.ts'
import { readJson, textOf } from './readAnswer.ts'
import { saidIn } from './said.ts'

/**
 * Whether the body of an answer that turns a request away (429, 401, 403, 404, 405, 415) speaks of the payout as a copy, as
 * under way or as paid: then it may have been made, and is not sent again. What such answers ordinarily say is none of it: too
 * many requests, please wait; an account that waits for its approval; a token that has expired; maintenance in progress.
 */
export function speaksOfPayout(answer: Response): boolean {
  const json = readJson(answer, [])
  if (json.kind !== 'json' || typeof json.value !== 'object' || json.value === null) return false
  const { says, statuses, flags } = saidIn(json.value)
  const texts = [textOf(json.value, 'status'), ...says(), ...statuses(), ...flags()]
  return texts.some((text) => text.split(clauseEnd).some((clause) => isOfPayout(plain(clause))))
}

/** "Too many requests: your transfer is being processed" says two things. */
const clauseEnd = /[.;:!?\n\u2013\u2014]+\s*|,\s+/

function isOfPayout(clause: string): boolean {
  if (ofRequests.test(clause)) return duplicate.test(clause) && !isReached(clause) && !again.test(clause)
  if (ofAccess.test(clause)) return payment.test(clause) && duplicate.test(clause) && !isReached(clause)
  if ((duplicate.test(clause) && !isReached(clause)) || timeout.test(clause)) return true
  if (!payment.test(clause) && clause.trim().split(' ').length > fewWords) return false
  return saysUnderWayIn(clause.replace(wait, ' ')) || success.some((word) => isDone(clause, word))
}

/** "Paid", "still in progress": without a word for the payout, only what says nothing else is about it. */
const fewWords = 3
const payment = words(
  'transactions?|payments?|payouts?|transfers?|paiements?|transferts?|virements?|versements?|operations?|money|funds|fonds|argent|amount|montant|beneficia\\w+|recipient|destinataire|wallet|compte credite|your request|demande|requete',
)
const ofRequests = words(
  'too many|too often|trop de|trop souvent|rate|limits?|limites?|quotas?|plafonds?|throttl\\w*|slow down|(?:per|par|this|last) (?:second\\w*|minute|hour|heure|day|jour)|busy|overload\\w*|surcharg\\w*|other (?:requests|transactions)|maintenance|upgrade|mise a jour|deployment',
)
const ofAccess = words(
  'your account|this account|the account|merchant\\w*|compte (?:est|marchand|n|en)|votre compte|marchand|commercant|kyc|registration|inscription|approval|approbation|activation|contract|contrat|profile|profil|users?|utilisateurs?|keys?|cles?|tokens?|jetons?|sessions?|nonce|login|logged|auth\\w*|connexion|signature|ip|access|acces|review|path|route|url|maintenance',
)
const timeout = words(
  '\\w*time ?d? ?outs?|timeouted|(?:no|without|sans|aucune|pas de) (?:response|reply|reponse) (?:from|de|du|d)',
)
const wait = / (?:please |veuillez )?(?:wait(?:ing)?|patienter|patientez|attendre)(?= )/g
/** What "already" may speak of besides. */
const reached =
  / (?:already|deja) (?:been |ete )?(?:reached|exceeded|suspended|blocked|revoked|disabled|closed|logged|registered|expired|atteinte?|depassee?|suspendue?|bloquee?|desactivee?|connectee?)(?= )/
const again = words('repeated|repetee?|already (?:sent|made)|deja (?:envoye|fait)')

const isReached = (clause: string): boolean => reached.test(clause) && !duplicate.test(clause.replace(reached, ' '))
