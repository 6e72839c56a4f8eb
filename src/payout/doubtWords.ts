/**
 * The words with which an answer says that a payout was, or may have been, made: a timeout, a duplicate, something under way, a success.
 * For texts in the form that refusal.ts compares: lower case, no accents, words with one space between them and around them.
 */

export const negations =
  'not|no|non|pas|ne|n|t|never|jamais|cannot|without|sans|nothing|rien|nobody|none|aucune?|unable|impossible'

export function words(alternatives: string): RegExp {
  return new RegExp(` (?:${alternatives})(?= )`)
}

const payment =
  '(?:transactions?|payments?|payouts?|transfers?|paiements?|transferts?|virements?|versements?|operations?|envois?|debits?|depots?|deposits?|disbursements?|decaissements?)'
const money = '(?:money|funds?|fonds|cash|argent)'
const request = '(?:requests?|requetes?|demandes?|orders?|ordres?|instructions?)'
const holder =
  '(?:accounts?|comptes?|wallets?|portefeuilles?|beneficiary|beneficiaires?|customers?|clients?|recipients?|receivers?|destinataires?|amounts?|montants?|sommes?)'
/** "The account debited has …" and "montant envoyé trop faible" describe which account or amount is meant, not what was done. */
const notAttributive = [
  '(?! (?:is|are|was|has|have|had|does|can|cannot|must|est|n|ne|a|doit|too|trop|below|under|above|over|exceeds?|less|more|lower|higher|greater|out of',
  'invalid\\w*|insuffi\\w*|incorrect\\w*|erronee?|inferieure?|superieure?|depasse|introuvable|inconnue?|blocked|bloquee?|suspendue?|suspended|closed|fermee?',
  '(?:non|not) (?:valid\\w*|trouvee?|found|enregistree?|registered|autorisee?|allowed|eligible)|contains?|contient|amount|limit|only|uniquement|seulement) )',
].join('|')
/** What may stand between a payment and what became of it: "transfer of 1500 XOF to 2290197000001 completed". */
const about = `(?: (?:of|de|du|d|for|pour|from|to|a|au|vers)(?: (?!(?:${negations}|be|etre|must|doit|can|may|should|only|seulement|limit\\w*|requi\\w*|fail\\w*|reject\\w*|rejet\\w*|refus\\w*|declin\\w*|cancel\\w*|annul\\w*|invalid\\w*|insuffi\\w*|ech\\w+|too|trop) )\\w+){1,8}?)`
/** The words that may come between a noun and its participle. */
const auxiliary = '(?: (?:is|are|was|were|has|have|had|been|be|a|est|ete|bien|now|successfully)){0,5}'

export const timeout = words(
  [
    '\\w*time ?d? ?outs?|timeouted|\\w*timedout\\w*|timing out|expir\\w*|deadline|took (?:too long|longer)|504 from|(?:http|error|erreur|status|code) 504|hors (?:delais?|temps)',
    '(?:time|time limit|maximum time|allowed time|max time) (?:is |was |has been )?(?:exceeded|elapsed|reached|over)',
    '(?:exceed\\w*|passed) (?:the )?(?:(?:max\\w*|allowed|allotted) )?(?:\\w+ )?time(?: limit)?|(?:not|no|never)(?: \\w+){0,4} in time|too long to \\w+',
    '(?:delais?|temps|duree)(?: \\w+){0,8} (?:depass|ecoul|atteint)\\w*|depassement (?:du |de )?(?:delai|temps)|delai d attente',
    '(?:trop de|limite de) temps|temps (?:limite|imparti|maximal|maximum)|pas(?: \\w+){0,3} a temps',
    '(?:no|without|sans|aucune?|invalid|empty|missing|unexpected|absence de|absence d une|pas(?: eu| recu)? (?:de|d)) (?:valid |clear )?(?:response|answer|reply|reponse|retour)',
    '(?:response|answer|reply|reponse) (?:(?:was|is|a|est|not|non|never|ete|been) )*(?:invalide|vide|empty|lost|perdue|missing|(?<= (?:not|non|never) )(?:received|recue))',
    '(?:not|t|pas|ne) (?:respond|answer|repl|repond)\\w*|pas (?:encore )?repondu',
    'e ?conn ?(?:reset|aborted)|e ?pipe|socket hang ?up|broken pipe',
    '(?:connection|connexion|socket)(?: (?:to|with|avec|a|la|le|the|was|been|has|est|ete|l)){0,4}(?: operat\\w+)?(?: (?:was|been|has|a|est|ete)){0,3} (?:lost|reset|closed|aborted|interrupted|dropped|broken|terminated|perdue?|interrompue?|coupee?|fermee?|reinitialisee?)',
  ].join('|'),
)

const done = [
  'paid(?: out)?|sent|credited|debited|transferred|completed|executed|initiated|performed|made|delivered|disbursed|received',
  'settled|remitted|deposited|released|dispatched|withdrawn|cashed(?: out)?|fulfilled|finali[sz]ed',
  'payee?s?|envoyee?s?|creditee?s?|debitee?s?|versee?s?|transferee?s?|effectuee?s?|executee?s?|initiee?s?|aboutie?s?',
  'livree?s?|decaissee?s?|encaissee?s?|recue?s?|reglee?s?|viree?s?|remise?s?|deposee?s?|retiree?s?|finalisee?s?|honoree?s?',
].join('|')
/** These count about a payment, or alone. */
const ended = [
  'success\\w*|succeeded|succes|reussie?s?|accepted|acceptee?s?|submitted|soumise?s?|approved|approuvee?s?|confirmed',
  'confirmee?s?|validated|validee?s?|created|creee?s?|processed|traitee?s?|done|complete|terminee?s?|posted|ok',
].join('|')
/** These count about a person, an account or an amount: "account credited". "The amount received is …" is not about a payout. */
const given =
  'paid(?: out)?|sent|credited|debited|transferred|disbursed|deposited|envoyee?s?|creditee?s?|debitee?s?|versee?s?|transferee?s?|decaissee?s?|viree?s?|payes?|payees?(?! (?:accounts?|names?|numbers?|details|mismatch) )|deposee?s?'

export const underWay = words(
  [
    'pending|processing|in ?process|in ?progress|(?:under|in) (?:way|process|treatment)|underway|on ?going|queued|waiting|awaiting|on hold|in (?:flight|transit)',
    'being \\w+|(?:under|in) (?:manual |further )?(?:review|investigation|verification)|(?:for|en) (?:manual (?:review|verification)|revue|examen)|on (?:its|the) way|in (?:the )?queue|en (?:cours|attente|instance|traitement|suspens|verification|transit|file|differe)|file d attente|held (?:by|for) (?:compliance|review|risk|manual|verification|aml)',
    '(?:status|state|outcome|result|statut|etat|resultat|sort)(?: (?:is|est))? (?:not known|un(?:known|certain|determined)|inconnue?|in(?:certain|determine)e?)',
    `${payment} (?:status|state|outcome|result)(?: \\w+){0,3} determined`,
    '(?:un(?:known|certain|determined)) (?:status|state|outcome|result)|uncertain|undetermined|incertaine?|indeterminee?',
    '(?:may|might|could)(?: (?:already|well|still))? have (?:been|gone|succeeded|passed|reached|arrived)|(?:peut|pourrait) (?:deja )?avoir ete|a peut etre|aurait (?:deja )?(?:pu etre|ete)',
    '(?:status|statut|outcome|result|resultat)(?: (?:is|est|n est))* (?:not|pas|non) (?:available|disponible|final)|indeterminate',
    '(?:status|statut|outcome|result|resultat|response|reponse)(?: (?:is|est))? ambigu\\w*|ambiguous (?:status|outcome|result|response)',
    `${payment}${auxiliary} (?:not|non|pas) (?:finished|final)|(?:traitement|processing) (?:n )?(?:is|est) (?:not|pas) (?:finished|terminee?)`,
    `(?:partially|partiellement|en partie) (?:${done})|(?:${done}) (?:partially|partiellement|en partie|in part)`,
    `(?:unable to|cannot|could not|impossible de) confirm\\w*(?: \\w+)? ${payment}|${payment} (?:could not|cannot) be confirmed`,
    `(?:possibly|perhaps|probably|maybe|probablement|possiblement|sans doute)(?: (?:been|already|deja|ete))* (?:${done}|${ended})`,
    `un ?confirmed (?:${payment}|${request})|${payment}${auxiliary} (?:un ?confirmed|(?:not|non|pas)(?: (?:been|ete|yet|encore))* confirm\\w+)`,
    '(?:to be|a) confirm(?:ed|er)',
    '(?:check|verify|confirm) (?:the |its )?(?:transaction |payment |payout |transfer )?status|check before|verifie[rz] (?:le )?(?:statut|etat|avant)(?! (?:du|de votre|de son) (?:compte|portefeuille|wallet|numero))|(?:do not|don t|never) (?:retry|resend|re ?submit)',
    'ne pas (?:reessayer|renvoyer|relancer|resoumettre)|ne (?:reessayez|renvoyez|relancez) pas',
    `${payment}${auxiliary} (?:registered|scheduled|logged|accepted|submitted|soumise?|transmise?|enregistree?|programmee?|planifiee?|prise? en (?:compte|charge))${notAttributive}`,
    `${request}(?: (?:is|was|has|been|a|est|ete|bien)){0,4} (?:registered|scheduled|logged|transmise?|acceptee?|enregistree?|programmee?|planifiee?|prise? en (?:compte|charge))${notAttributive}`,
    `${request}(?: (?:is|was|has|been|a|est|ete|bien)){1,4} (?:accepted|submitted|forwarded|taken|soumise?)`,
  ].join('|'),
)
const handedOver = words(
  [
    '(?:submitted|transmitted|forwarded|relayed|handed over|sent) to (?:the |our |your )?(?:mobile )?(?:operators?|network|telco|provider|switch|partner|bank|issuer|mno|aggregator)' +
      notAttributive,
    '(?:transmise?s?|envoyee?s?|soumise?s?) (?:a l |au |a la |aux )(?:operateurs?|reseau|banque|partenaire|prestataire|fournisseur|agregateur)' +
      notAttributive,
  ].join('|'),
)

/** These count as whole texts. */
const openAlone = new RegExp(
  `^ (?:un ?confirmed|(?:non|not|pas) (?:confirm\\w+|final)|scheduled|programmee?|planifiee?|unable to confirm|impossible de confirmer|(?:(?:the|final|le) )*(?:status|outcome|result|statut|resultat)(?: \\w+){0,4} determin(?:ed|ee?)|partial ${payment}|${payment} partiel(?:le)?|prise? en (?:charge|compte)|${request}${auxiliary} (?:accepted|acceptee?|received|recue?|created|creee?)) $`,
)
/** What may not be done yet although no payout is under way: "account not yet approved". */
const notDone = (verbs: string): RegExp =>
  words(
    `(?:not yet|yet to)(?: (?:been|be|fully))* (?:${verbs})|not (?:been )?(?:fully )?(?:${verbs}) yet|pas encore (?:ete )?(?:${verbs})`,
  )
const moneyNotYet = notDone(given)
const endNotYet = notDone(`${done}|${ended}|finished`)
const ofAnAccount = words(
  'accounts?|comptes?|merchants?|marchands?|commercants?|kyc|registration|inscription|enrol\\w*|identit\\w+|profile?|users?|utilisateurs?|subscribers?|abonnee?s?|numbers?|numeros?|wallets?|portefeuilles?|contra\\w*|dossier|activation|services?|pin|otp|beneficia\\w*|recipients?|destinataires?',
)
const ofAPayment = words(`${payment}|${request}`)
/** What is still to come is a message and not the payout. */
const ofAMessage = words('sms|messages?|notifications?|receipts?|recu|e ?mails?|alertes?|alerts?')
const wait = words('please wait|wait (?:for|a|until)|veuillez (?:patienter|attendre)|patient(?:ez|er)')
const ofALimit = words('limit\\w*|plafonds?|quotas?|tomorrow|demain|too many|trop de|too frequent\\w*|maximum')
/** About the future, unless it is denied: "will be processed later", "sera traité". */
const toCome = words(
  `(?:will|shall|going to)(?: (?:now|then|soon))? be (?:${done}|processed|retried|re tried|resent|re ?sent|attempted|confirmed)|(?:sera|seront|va etre|vont etre) (?:bientot |ensuite )?(?:${done}|traitee?s?|confirmee?s?|validee?s?|relancee?s?|reessayee?s?)`,
)
/** "Peut-être effectué", never "ne peut être effectué". */
const perhaps = words(`peut etre(?: (?:deja|bien|ete))* (?:${done}|${ended})`)

const reference =
  '(?:reference|identifiant|id|(?:external|transaction|request|client|order|merchant|partner) (?:id|reference|number))'
const exists = '(?:exists|existed|existe|existent|existante?s?)'
export const duplicate = words(
  [
    'duplicat\\w*|dupliqu\\w*|doublons?|en double|already|deja|repeated|repetee?|replay\\w*|idempot\\w*(?! key (?:is )?(?:missing|required|invalid))|conflict\\w*|conflit\\w*',
    'double (?:transaction|payment|paiement|payout|transfer|transfert|request|entry|operation)|repeat (?:transaction|payment|payout|transfer|request)',
    '(?:same|meme|similar|similaire|identical|identique) (?:\\w+ ){0,2}(?:transaction|payment|payout|transfer|reference|request|operation|paiement|transfert|requete|amount|montant|order|id)',
    '(?:transaction|paiement|operation|transfert|requete|montant) (?:identique|similaire)',
    '(?:to|au|vers le|pour le|a la) (?:the )?(?:same|meme) (?:\\w+ )?(?:number|numero|msisdn|recipient|receiver|beneficiary|beneficiaire|destinataire|customer|client)',
    `(?<! (?:no|such|aucune?) )(?:${payment}|${request}|${reference})(?: (?:id|reference|number|numero))? (?:already )?${exists}(?! pas )|existing (?:\\w+ )?(?:${payment}|${reference})`,
    `(?:${payment}) (?:with|having|avec|portant|of|pour|for|ayant)(?: \\w+){1,4} (?:exists|existe)(?! pas )|une? (?:${payment}) existe`,
    `(?:${reference}) (?:(?:is|was|has|been|est|a|ete) )*(?:in use|(?:re ?)?used|taken|consumed|(?:re)?utilisee?|employee?|(?:not|non|pas) unique)${notAttributive}`,
    '(?:must|doit) (?:be|etre) unique|(?:not|non|pas) unique|unique constraint|unicite',
    `(?:previously|precedemment|auparavant) (?:${done}|${ended}|used|utilisee?)|(?:${done}|${ended}) (?:previously|precedemment|auparavant)`,
    `(?:previous|earlier) (?:${payment}) (?:found|exists)`,
  ].join('|'),
)

const aside =
  '(?:callbacks?|call back|sms|notifications?|receipts?|webhooks?|ipn|(?:le|du|un) recu)(?! (?:urls?|address\\w*))'
/** What failed was not the payout. */
export const asideFailed = words(
  [
    `${aside}(?: \\w+){0,2} (?:fail\\w*|echou\\w*|errors?|not sent)|(?:fail\\w*|echecs?|unable|impossible)(?: \\w+){0,3} ${aside}(?! (?:is|est|not|non|invalid\\w*|missing|required|manquante?))`,
    '(?:fail\\w*|echecs?) (?:to|de|d) (?:(?:notif|acknowledg)\\w*|confirm\\w*(?= $))',
  ].join('|'),
)

/** A message reports success as a sentence ("was sent", "a été payé"), in short ("payment sent", "Livré"), or with the word itself. */
export const success = [
  words('success\\w*|succeed\\w*|succes|reussie?s?'),
  words(`(?:was|were|been|has|have|had|is|are|got|a|ont|est|sont|ete|bien) (?:${done})`),
  words(`(?:${payment}|${money})${auxiliary} (?:${done})`),
  words(`${payment}${auxiliary} (?:${ended}|passee?s?|partie?s?|moved)${notAttributive}`),
  new RegExp(` (?:${payment}|${money})${about}${auxiliary} (?:${done}|${ended}) (?:$|(?:on|at|le|avec|successfully) )`),
  words(`${holder}${auxiliary} (?:${given})${notAttributive}`),
  words(
    `(?:${money}|amount)(?: (?:has|have|is|was|est))* (?:left|gone|moved|partie?s?)|(?:went|gone|passed|came) through`,
  ),
  words(`(?:got|received|recu|touche|collected) (?:the |his |her |their |l |les |son |le )?${money}`),
  new RegExp(`^ (?:${done}|${ended}) $`),
  new RegExp(`^ (?:${given}|livree?s?|delivered|received|recue?s?) (?:to|on|by|at|au|a|le|la|par|sur|avec) `),
]
const failing = [
  'failed|failure|rejected|refused|declined|cancell?ed|unsuccessful|echecs?|echouee?s?|refusee?s?|rejetee?s?|annulee?s?|insufficient|insuffisante?s?',
  `(?:not|non)(?: (?:been|ete))* (?:${done}|${ended})|n a pas ete (?:${done}|${ended})|n a pas abouti`,
].join('|')
/** Whole messages of a failure: the payout failed, or the message begins with the failure itself. */
export const wholeFailure = new RegExp(
  `^ (?:(?:the|your|this|le|la|l|les|votre|ce|cette) )?(?:(?:${payment}|${request}|solde|balance|funds|fonds)(?: (?:of|de|du|for|from|to|a|au|vers|pour)(?: \\w+){1,8}?)?${auxiliary} )?(?:${failing}) `,
)
/** Next to these, a word of failure may be about something else, or deny a failure. */
export const notOfThePayout = words(
  'attempts?|tentatives?|retr(?:y|ies|ied)|previous|precedente?s?|sms|notifications?|callbacks?|e ?mails?|receipts?|recu|webhooks?|over|next|prochaine?s?|hold|0|none|nil|aucune?',
)
/** In a status, the word alone is enough. */
export const doneStatus = words(`${done}|${ended}`)
/** A status that is unknown, or about a part of a payout or its reversal. */
export const openStatus = words(
  'unknown|inconnue?s?|partial\\w*|partiel\\w*|refund\\w*|revers\\w*|reversal|cancellation|annulation|remboursement|requested|demandee?',
)

const denied = new RegExp(`(?: (?:${negations}))(?: \\w+){0,3} ?$| (?:be|etre) ?$`)
const deniedOrOnly = new RegExp(`(?: (?:${negations}|only|seule?s?))(?: \\w+){0,3} ?$`)

/** Whether a text has the word without a denial, unlike "has not been paid" and "could not be paid". */
export function isDone(text: string, word: RegExp, denial = denied): boolean {
  // Most texts don't have it, and an answer may have thousands of sentences.
  if (!word.test(text)) return false
  for (const { index } of text.matchAll(new RegExp(word, 'g')))
    if (!denial.test(text.slice(Math.max(0, index - longestDenial), index))) return true
  return false
}

/** How far to look back for a denial: the text may be 64 KiB of denials. */
const longestDenial = 100

/** For a text next to a success, where anything that is announced is something else: an SMS, a receipt. */
export const isStillOpen = (text: string): boolean => underWay.test(text) || openAlone.test(text) || timeout.test(text)

export const saysUnderWayIn = (text: string): boolean =>
  underWay.test(text) ||
  openAlone.test(text) ||
  moneyNotYet.test(text) ||
  isDone(text, handedOver) ||
  (endNotYet.test(text) && (ofAPayment.test(text) || !ofAnAccount.test(text))) ||
  (wait.test(text) && !ofALimit.test(text) && !ofAMessage.test(text)) ||
  (isDone(text, toCome, deniedOrOnly) && !ofAMessage.test(text)) ||
  isDone(text, perhaps, deniedOrOnly)
