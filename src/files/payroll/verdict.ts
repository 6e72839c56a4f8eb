import { clipped, monthNames, plain } from '../../payout/typedText.ts'

/** What a line that is no payout (a title, a heading between the rows, a note below them) or a sheet's name says against paying. */
export interface Verdict {
  /** Of all payouts, or with `some` of some of them: marked by a colour, named, or to be paid in another way. */
  says: 'paid' | 'not_to_pay' | 'some'
  /** As written. */
  words: string
}

/** Separates the parts of a text, but not inside a date or a number. */
const between = /[;|()[\]*!"«»…\r\n\t]+|\s[-–—]+\s|^[-–—\s]+|(?<![-–—\s])[-–—\s]+$|(?<!\d)[/.,]|[/.,](?!\d)|\s{3,}/u

const joining = `le|la|les|ce|cet|cette|ces|the|this|these|de|des|du|of|for|pour|au|mois|month|all|tous|toutes|tout|est|sont|is|are|nb|${monthNames}|\\d{1,4}`
const lists = 'etats?|listes?|fichier|bordereau|tableau|document|feuille|sheet|list|file|batch|lot'
/** Words in a payroll's name, and words that join them: `Etat des salaires de novembre 2026`. */
const documentWords = `${joining}|${lists}|paies?|payes?|salaires?|soldes?|nets?|virements?|versements?|paiements?|payroll|payments?|payouts?|salaries|salary|wages?|pay|primes?|bonus|indemnites?|allowances?`
/** In none of these lists does a word match twice: a star over them would take for ever. */
const people = 'agents?|employee?s?|personnel|beneficiaires?|ouvriers?|staff|workers?|beneficiaries|people'
const done =
  '(?:(?:paye|regle|verse|vire|effectue|execute|transfere|decaisse)e?s?|paid|disbursed|executed|transferred|settled)'
const manner = '(?:\\s+(?:le|on|en|in|par|by|via|du|of|au|the|at)\\b.*)?'
const only = (words: string) => `^(?:(?:(?:${words})\\s+)|[ld]')*`

/** `Etat déjà payé`, `Paie déjà réglée par chèque`, `This payroll has been paid`; not `avances déjà versées`: advances aren't a payroll. */
const alreadyPaid = new RegExp(
  `${only(`${documentWords}|${people}`)}(?:(?:deja|already)\\s+${done}|(?:a|ont) ete (?:deja )?${done}|(?:has|have) (?:already )?been (?:already )?paid|(?:was|were) (?:already )?paid|paid already)${manner}$|^(?:etat|liste|fichier|bordereau|lot|list|file|batch) (?:de (?:paie|paye|paiement) )?${done} (?:le|on) \\d{1,2}[/. -]\\d{1,2}\\b`,
)
/** `Virements exécutés le 25/11/2026`. What salaries are `payés le` may be the day on which they are to be paid. */
const carriedOut = new RegExp(
  `${only(documentWords)}(?:(?:effectue|execute|transfere|decaisse)e?s?|paid|disbursed|executed|transferred)\\s+(?:(?:le|on|du|au)\\s+)?(?=\\d)`,
)
/** `hors agents déjà payés` is about other people. */
const ofOthers =
  /\b(?:hors|sans|sauf|except\w*|exclu\w*|dedui\w*|deduct\w*|deduction|without|moins|non|not|unpaid|impaye\w*|avances?|acomptes?)\b/
/** With its accent, because `Paye` is another word for pay, and `PAYE` a tax; or with the day. */
const bareWord =
  /^(?:(?:statut|status|état|state|situation)\s*:\s*)?(?:(?:payée?s?|réglée?s?|versée?s?|virée?s?|paid)(?:\s*:?\s*(?:oui|yes|(?:le |on )?\d.*|en (?:espèces|liquide)|in cash|par chèque|by cheque))?|(?:pay|regl|vers|vir)ee?s? le \d{1,2}[/. -]\d{1,2}.*)$/u
const eachMonth = /\b(?:chaque|each|every|mensuel\w*|monthly)\b/

/** What is paid, or not, apart from the salary. */
const otherThings =
  '(?:avances?|acomptes?|primes?|bonus|indemnites?|conges?|retenues?|absences?|prets?|frais|heures?|jours?|13e|treizieme|transport|advances?|allowances?|deductions?|leave|loans?|overtime|days|hours)\\b'
/** `Ne pas payer deux fois` and `Ne pas payer sans visa` say how to pay, and `ne pas payer la prime` what. */
const how = `(?!\\s+(?:plus|deux|2|twice|double|en double|en (?:especes|liquide|numeraire)|in cash|cash|by|par|au guichet|more|without|sans|until|que)\\b)(?!\\s+(?:(?:l[ea]s?|de|the)\\s+|[ld]')*${otherThings})`
const verbs = '(?:payer|verser|virer|regler|executer|traiter|decaisser)'
const notToPay = new RegExp(
  `\\b(?:ne (?:pas|plus|jamais) (?:l[ea]s? |l')?${verbs}|(?:do not|don't|dont|never) (?:pay|process|execute|disburse)|(?:(?:must|should) not be|not to be) (?:paid|processed|executed)|not for (?:payment|payout))\\b${how}`,
)
/** `Ne pas payer avant le 30/12/2026` holds until then, and `avant validation` says how. */
const beforeDay = /^\s+(?:avant|before)\b(?:\s+(?:le|the))?\s*/

const states =
  'annulee?s?|annulations?|cancell?ed|cancell?ations?|voided|suspendue?s?|suspended|bloquee?s?|blocked|on hold|en suspens|nulle? et non avenue?|obsoletes?|perimee?s?|superseded|specimen|ancienne version|old version'
const cancelled = new RegExp(
  `${only(`${documentWords}|${people}`)}(?:(?:a|ont) ete |(?:has|have) been )?(?:(?:${states})(?:\\s+(?:(?:le|on)\\s+\\d|(?:par|by|et remplace|and replaced)\\b).*)?|(?:remplacee?|replaced|superseded) (?:par|by)\\b.*)$`,
)
/** What a corrected payroll says about the previous one. */
const replaces = /(?<!\p{L})annule(?:nt)?(?:[\s,/&–—-]|et|and)*remplace(?:nt)?(?!\p{L})(?!\s+par(?!\p{L}))/iu

/** People who are not to be paid any more. Their salaries, dues and allowances may be: `Indemnités des agents licenciés`. */
const gone = new RegExp(
  `${only(`${joining}|${lists}|${people}`)}(?:(?:(?:demissionnaire|decede|radie)e?s?|licenciee?s?|demissions?|resigned|resignations?|terminated|dismissed|deceased)(?:\\s+(?:et|and|ou|du|de|of|in|en)\\b.*)?|en attente(?: de (?:validation|confirmation|verification))?)$|^(?:the |list of )*(?:suspended|blocked|resigned|terminated|dismissed|deceased|excluded|cancelled) (?:${people})$`,
)
export const lastPay =
  /solde (?:de )?tout compte|indemnit|dernier salaire|final (?:pay|due|settle)|last (?:pay|salar)|ayants? droit|capital deces/
/** `Suspendus : néant` */
const nobody = /[:=]\s*(?:neant|aucune?|zero|0|none|nil|ras)\b/
/** Who decides refuses. A payment that an operator rejected is still to be paid. */
const refusedBy =
  /^(?:(?:visa|avis|decision|etat|fichier|bordereau|paie|payroll|file)(?:\s+(?:du|de la|de l'|des|de)\s*\p{L}+|\s+\p{L}{2,4})?\s+)?(?:(?:refuse|rejete)e?|refused|declined|rejected(?= by)|(?:non|not|pas) (?:valide|approuve|autorise|approved|authori[sz]ed|validated)e?)(?:\s+(?:par|by)\s+(?!l'op|the op|mtn|moov|orange|wave|airtel|free|la banque|the bank).*)?$/u
/** Money that doesn't go to a phone. */
const otherWay = new RegExp(
  `^(?:(?:${joining}|${lists}|${people}|salaires?|salaries|paies?|payes?|paiements?|payments?|payroll|a|to|be|payer|regler|verser|payable|paid)\\s+)*(?:(?:en )?(?:especes|liquide|numeraire)|in cash|(?:par |by )?(?:cheque|check)s?)(?: (?:uniquement|seulement|only))?$`,
)

/** Rows marked by a colour or a style. */
const someRows =
  /\b(?:(?:en|in) (?:rouges?|jaunes?|verts?|oranges?|bleus?|gris|gras|italiques?|couleurs?|red|yellow|green|orange|blue|gr[ea]y|bold|italics?)|surlign\w+|colori\w+|barre\w*|raye\w*|highlight\w*|colou?red|struck|crossed|(?:red|yellow|green|orange|blue|gr[ea]y) (?:rows?|lines?|names?|cells?))\b|^(?:rouges?|jaunes?|verts?|bleus?|gris|red|yellow|green|blue|gr[ea]y) ?[:=]/
const someNot = new RegExp(
  `\\bne (?:sont|doivent|seront|devront) (?:pas|plus)\\b(?! (?:a |etre )?(?:modifi|rempli|touch|chang|effac|supprim))|\\bn(?:e |')(?:est|etaient) pas a\\b|\\bne (?:pas|plus) (?:les )?(?:payer|verser|virer|regler)\\b|\\bnot (?:to )?be paid\\b|\\b(?:not|n't|never) pay\\b|\\b(?:suspendu|bloque|annule|exclu|licencie|demissionne|demissionnaire|deja (?:paye|regle|verse))e?s?\\b|\\b(?:suspended|blocked|on hold|already paid|excluded|cancell?ed|resigned|have left)\\b|\\b(?:ont|have) (?:deja |already )?(?:ete|been) (?:deja |already )?${done}\\b|[:=] ?${done}$`,
)
const notHow =
  '(?! (?:par|via|by|in|through|en|on|sur|avec|with|apres|after|contre|against|upon|once|si|if|when|quand|a partir|aux?|du|the net|l[ea] (?:\\d|net|montant)|les? montants?)\\b)'
const but =
  '(?:sauf|except(?:ee?s?)?|hormis)\\b(?! (?:erreur|indication|mention|avis|stipulation|disposition|cas|en cas|if|where|when|otherwise|les? (?:dimanche|jour|samedi|week)|dimanche|jour))'
/** Somebody by name: `KOFFI Jean est suspendu`. What is said of the allowances says nothing of the salary. */
const somebody = new RegExp(
  [
    "\\b(?:ne (?:doi(?:t|vent)|devr(?:a|ont)|ser(?:a|ont)|peu(?:t|vent)) (?:pas|plus)|n(?:e sont|'est) (?:pas|plus) a) (?:etre )?(?:paye|payer|vire|virer|verse|verser|regle|regler)e?s?\\b(?! le mois prochain)",
    "\\b(?:must not|should not|will not|is not to|are not to|cannot|can't|won't) be paid\\b(?! next month)",
    "\\b(?:a|ont) (?:demissionne|quitte (?:l'|la |le |son |sa |leur ))|\\b(?:has|have) (?:resigned|left (?:the|us|his|her|their|$))",
    '\\b(?:est|sont|is|are) (?:suspendu|suspended|decede|deceased|demissionnaire|licencie|exclu|on hold)e?s?\\b',
  ].join('|'),
)
/** Rows by number, only some, or all but some. */
const someOf = new RegExp(
  [
    "(?<!\\b(?:pas|not|n't) )\\b(?:annuler|supprimer|retirer|enlever|ignorer|exclure|cancel|delete|remove|ignore|skip|disregard) (?:la |les |the )?(?:lignes?|rows?|lines?) (?:n[o°] ?)?\\d",
    '\\b(?:lignes?|rows?|lines?) (?:n[o°] ?)?\\d.{0,40}\\b(?:a|to be) (?:annuler|supprimer|retirer|ignorer|exclure|cancell?ed|deleted|removed|ignored|skipped)\\b',
    'ne pas tenir compte de (?:la |les )?lignes? (?:n[o°] ?)?\\d',
    `(?<!net a )\\b(?:payer|verser|virer|regler|pay) (?:uniquement|seulement|que|only)\\b${notHow}|\\b(?:ne payer que|only pay)\\b${notHow}`,
    '\\b(?:seul(?:e?s)?|only)\\b(?!.{0,60}\\b(?:sur|dans|on|in) (?:l[ea] presente?|cet(?:te)?|this) (?:liste?|etat)\\b).{1,60}\\b(?:(?<!(?:net|montant) )a payer|(?:sont|seront) paye|(?:doivent|peuvent) etre paye|(?:to|should|must|may) be paid)',
    `^(?:n\\.? ?b\\.? ?[:-]? ?)?${but}|(?<!net a )\\b(?:payer|pay)\\b.{0,60}\\b${but}`,
  ].join('|'),
)
const ofThings = new RegExp(`\\b${otherThings}`)

/** What a text says against paying what it stands above, between or below; null if nothing. */
export function verdictIn(text: string): Verdict | null {
  const whole = text.normalize('NFKC')
  if (!/\p{L}{3}/u.test(whole)) return null
  const all = plain(whole)
  if (saysSome(all)) return { says: 'some', words: clipped(text.trim(), 120) }
  for (const part of whole.split(between)) {
    for (const each of [part, ...part.split(/\s*[:=]\s*/)]) {
      const says = judged(each.trim(), whole, all)
      if (says !== null) return { says, words: clipped(each.trim(), 60) }
    }
  }
  return null
}

/** The same of a line in several cells. */
export function verdictOn(cells: readonly string[]): Verdict | null {
  for (const cell of cells) {
    const found = verdictIn(cell)
    if (found) return found
  }
  const whole = cells.join(' ')
  return cells.length > 1 && saysSome(plain(whole)) ? { says: 'some', words: clipped(whole.trim(), 120) } : null
}

/** The same of a text beside a payout: only a legend (`Rouge = ne pas payer`) is about other rows, too. */
export function legendIn(text: string): Verdict | null {
  const words = plain(text)
  return isLegend(words) ? { says: 'some', words: clipped(text.trim(), 120) } : null
}

const isLegend = (words: string): boolean => someRows.test(words) && someNot.test(words)

function saysSome(words: string): boolean {
  if (isLegend(words) || someOf.test(words)) return true
  const at = words.search(somebody)
  return at !== -1 && !ofThings.test(words.slice(0, at))
}

function judged(part: string, whole: string, all: string): Verdict['says'] | null {
  if (!/\p{L}{3}/u.test(part)) return null
  const words = plain(part)
  const against = againstPaying(words)
  if (against) return against
  if (nobody.test(all)) return null
  if (cancelled.test(words) && !replaces.test(whole)) return 'not_to_pay'
  if ((gone.test(words) && !lastPay.test(all)) || refusedBy.test(words)) return 'not_to_pay'
  if (ofOthers.test(all) || eachMonth.test(words)) return null
  if (alreadyPaid.test(words) || bareWord.test(part.normalize('NFC').toLowerCase())) return 'paid'
  const [paidOn] = carriedOut.exec(words) ?? []
  if (paidOn !== undefined && isPast(words.slice(paidOn.length))) return 'paid'
  return otherWay.test(words) ? 'some' : null
}

/** `Ne pas payer`, or with a name or anything else behind it that is not the document: `Ne pas payer SOSSA Luc`. */
function againstPaying(words: string): Verdict['says'] | null {
  const found = notToPay.exec(words)
  if (!found) return null
  const rest = words.slice(found.index + found[0].length)
  const [before] = beforeDay.exec(rest) ?? []
  if (before !== undefined) {
    const day = rest.slice(before.length)
    return /^\d/.test(day) && !isPast(day) ? 'not_to_pay' : null
  }
  return new RegExp(`${only(documentWords)}$`).test(`${rest.trim()} `.trimStart()) ? 'not_to_pay' : 'some'
}

const months = monthNames.split('|')

/** Whether a text begins with a day that is not still to come. Without its year, a day counts as past. */
function isPast(words: string): boolean {
  const [, day, month = '', year] =
    /^(\d{1,2})(?:er|st|nd|rd|th)?[/. -]+(\d{1,2}|\p{L}+)(?:[/. -]+(\d{4}|\d\d))?\b/u.exec(words) ?? []
  const at = /\d/.test(month) ? Number(month) - 1 : months.indexOf(month) % 12
  if (day === undefined || at < 0) return false
  if (year === undefined) return true
  return Date.UTC(year.length === 2 ? 2000 + Number(year) : Number(year), at, Number(day)) <= Date.now()
}
