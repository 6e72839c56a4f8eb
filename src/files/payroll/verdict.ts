import { clipped } from '../../payout/typedText.ts'
import { monthNames, plain } from './tail/tailWords.ts'

/** What a title or a sheet's name says about all payouts below it. */
export interface Verdict {
  says: 'paid' | 'not_to_pay'
  /** As written. */
  words: string
}

/** Separates the parts of a text, but not inside a date or a number. */
const between = /[;|()[\]*!"«»…\r\n\t]+|\s[-–—]+\s|^[-–—\s]+|[-–—\s]+$|(?<!\d)[/.,]|[/.,](?!\d)|\s{3,}/u

/** Words in a payroll's name, and words that join them: `Etat des salaires de novembre 2026`. */
const documentWords = `le|la|les|ce|cet|cette|ces|the|this|these|etats?|listes?|fichier|bordereau|tableau|document|feuille|sheet|list|file|batch|lot|paies?|payes?|salaires?|soldes?|virements?|versements?|paiements?|payroll|payments?|payouts?|salaries|salary|wages?|pay|primes?|bonus|indemnites?|allowances?|de|des|du|of|for|pour|au|mois|month|all|tous|toutes|tout|est|sont|is|are|${monthNames}|\\d{1,4}`
const people = 'agents?|employes?|personnel|beneficiaires?|ouvriers?|staff|employees|workers|beneficiaries|people'
const done = '(?:payee?s?|reglee?s?|versee?s?|viree?s?|paid)'
const manner = '(?:\\s+(?:le|on|en|in|par|by|via|du|of|au|the|at)\\b.*)?'
const only = (words: string) => `^(?:(?:(?:${words})\\s+)|[ld]')*`

/** `Etat déjà payé`, `Paie déjà réglée par chèque`, `This payroll has been paid`; not `avances déjà versées`: advances aren't a payroll. */
const alreadyPaid = new RegExp(
  `${only(`${documentWords}|${people}`)}(?:(?:deja|already)\\s+${done}|(?:a|ont) ete (?:deja )?${done}|(?:has|have) (?:already )?been (?:already )?paid|(?:was|were) (?:already )?paid|paid already)${manner}$|^(?:etat|liste|fichier|bordereau|lot|list|file|batch) (?:de (?:paie|paye|paiement) )?${done} (?:le|on) \\d{1,2}[/. -]\\d{1,2}\\b`,
)
/** `hors agents déjà payés` is about other people. */
const ofOthers =
  /\b(?:hors|sans|sauf|except\w*|exclu\w*|dedui\w*|deduct\w*|deduction|without|moins|non|not|unpaid|impaye\w*|avances?|acomptes?)\b/
/** With its accent, because `Paye` is another word for pay, and `PAYE` a tax; or with the day. */
const bareWord =
  /^(?:(?:statut|status|état|state|situation)\s*:\s*)?(?:(?:payée?s?|réglée?s?|versée?s?|virée?s?|paid)(?:\s*:?\s*(?:oui|yes|(?:le |on )?\d.*|en (?:espèces|liquide)|in cash|par chèque|by cheque))?|(?:pay|regl|vers|vir)ee?s? le \d{1,2}[/. -]\d{1,2}.*)$/u
const eachMonth = /\b(?:chaque|each|every|mensuel\w*|monthly)\b/

/** `Ne pas payer deux fois` and `Ne pas payer sans visa` say how to pay. */
const how =
  '(?!\\s+(?:plus|deux|2|twice|double|en double|en (?:especes|liquide|numeraire)|in cash|cash|by|par|au guichet|more|without|sans|avant|before|until|que)\\b)'
const notToPay = new RegExp(
  `\\bne (?:pas|plus|jamais) (?:l[ea]s? |l')?(?:payer|verser|virer|regler)\\b${how}|\\b(?:do not|don't|dont|never) pay\\b${how}|\\bnot to be paid\\b${how}|\\b(?:must|should) not be paid\\b${how}`,
)
const cancelled = new RegExp(
  `${only(documentWords)}(?:(?:a|ont) ete |(?:has|have) been )?(?:annulee?s?|annulations?|cancell?ed|cancell?ations?|voided|suspendue?s?|suspended|bloquee?s?|blocked|on hold|en suspens|nulle? et non avenue?)(?:\\s+(?:le|on|par|by|et remplace|and replaced)\\b.*)?$`,
)
/** What a corrected payroll says about the previous one. */
const replaces = /(?<!\p{L})annule(?:nt)?(?:[\s,/&–—-]|et|and)*remplace(?:nt)?(?!\p{L})(?!\s+par(?!\p{L}))/iu

/** Whether a text says that everything below it has been paid, or must not be paid. */
export function verdictIn(text: string): Verdict | null {
  const whole = text.normalize('NFKC')
  if (!/\p{L}{3}/u.test(whole)) return null
  for (const part of whole.split(between)) {
    for (const each of [part, ...part.split(/\s*:\s*/)]) {
      const says = judged(each.trim(), whole)
      if (says !== null) return { says, words: clipped(each.trim(), 60) }
    }
  }
  return null
}

/** Rows marked by a colour or a style, and what becomes of them: payrun can't tell which rows are meant. */
const someRows =
  /\b(?:(?:en|in) (?:rouges?|jaunes?|verts?|oranges?|bleus?|gris|gras|italiques?|couleurs?|red|yellow|green|orange|blue|gr[ea]y|bold|italics?)|surlign\w+|colori\w+|barre\w*|raye\w*|highlight\w*|colou?red|struck|crossed|(?:red|yellow|green|orange|blue|gr[ea]y) (?:rows?|lines?|names?|cells?))\b/
const someNot =
  /\bne (?:sont|doivent|seront|devront) (?:pas|plus)\b|\bn(?:e |')(?:est|etaient) pas a\b|\bne (?:pas|plus) (?:les )?(?:payer|verser|virer|regler)\b|\bnot (?:to )?be paid\b|\b(?:not|n't|never) pay\b|\b(?:suspendu|bloque|annule|exclu|deja (?:paye|regle|verse))e?s?\b|\b(?:suspended|blocked|on hold|already paid|excluded|cancell?ed)\b/

/** The words that say of some rows, by their colour or style, that they are not to be paid; null if there are none. */
export function saysSome(text: string): string | null {
  const words = plain(text)
  return someRows.test(words) && someNot.test(words) ? clipped(text.trim(), 120) : null
}

function judged(part: string, whole: string): Verdict['says'] | null {
  const words = plain(part)
  if (notToPay.test(words)) return 'not_to_pay'
  if (cancelled.test(words) && !replaces.test(whole)) return 'not_to_pay'
  if (ofOthers.test(plain(whole)) || eachMonth.test(words)) return null
  return alreadyPaid.test(words) || bareWord.test(part.normalize('NFC').toLowerCase()) ? 'paid' : null
}
