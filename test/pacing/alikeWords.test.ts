import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { alikeWords } from '../../src/pacing/refusals.ts'
import { plainProviderWords } from '../../src/provider/answers/providerWords.ts'

const masked = (words: string, name = 'Aminata Ba', phone = '22997000001') =>
  plainProviderWords(words, { phone, name }) ?? ''

describe('words are alike', () => {
  it.each([
    [
      'amounts, references, case and marks',
      'Insufficient balance: 1 500 XOF (REF-77)',
      'INSUFFICIENT balance: 20.5 XOF (ref-8)',
    ],
    [
      'a UUID',
      `Insufficient balance (transaction ${randomUUID()})`,
      `Insufficient balance (transaction ${randomUUID()})`,
    ],
    ['a run of hex', 'Insufficient balance [3ca2ddd9]', 'Insufficient balance [deadbeef]'],
    ['letters only', 'Solde insuffisant, ref TXQZKWOPTD', 'Solde insuffisant, ref TXMWBKZRUV'],
    ['letters and digits', 'Solde insuffisant, ref TX4ZKWOPTD', 'Solde insuffisant, ref TXMWBKZRUV'],
    ['letters in a message in capitals', 'SOLDE INSUFFISANT REF QXJKZWPT', 'SOLDE INSUFFISANT REF 7XJKZWPT'],
    ['base64', 'Insufficient balance, id aGVsbG8Kd29ybGQ=', 'Insufficient balance, id Zm9vIGJhciBxdXg='],
    [
      'a reference that the masking takes for a number',
      'Solde insuffisant pour 22997000001 montant 1009 ref TX-26353-9',
      'Solde insuffisant pour 22997000001 montant 1010 ref TX-26353-10',
    ],
    ['a time', 'Insufficient balance at 2026-11-25T08:00:01.000Z', 'Insufficient balance at 2026-11-25T08:00:02Z'],
    ['a time in words', 'Solde insuffisant (26/11/2026 à 13h05)', 'Solde insuffisant (26/11/2026 à 13h06)'],
    ['amounts with marks', 'Solde insuffisant : 1.500,00 F CFA', "Solde insuffisant : 12'000 F CFA"],
    ['a long number', 'Insufficient balance, trace 1234567', 'Insufficient balance, trace 123456789'],
    ['a ticket', 'Solde insuffisant. Ticket n°12/B-7.', 'Solde insuffisant. Ticket n°1398/C-9.'],
    ['quoted numbers', "Insufficient balance for '+229 97 00 00 01'", "Insufficient balance for '229****0001'"],
    ['another number', 'Insufficient balance for 229******01', 'Insufficient balance for +225 07 00 00 00 01'],
    ['words with accents written in two ways', 'Solde épuisé', 'Solde e\u0301puise\u0301'],
  ])('but for %s', (_, one, other) => {
    expect(alikeWords(masked(one))).toBe(alikeWords(masked(other)))
  })

  it.each([
    ['Aminata Ba', 'Insufficient funds for Aminata Ba at [3ca2]'],
    ['Sène Mamadou', 'Insufficient funds for MAMADOU SENE at [4da3]'],
    ['Koffi Jean-Pierre', 'Insufficient funds for KOFFI JEAN PIERRE at [5eb4]'],
    ["Aya N'Guessan", "Insufficient funds for Aya N'Guessan at [5eb5]"],
    ['Ly Sy Ousmane', 'Insufficient funds for Ly Sy Ousmane at [5eb6]'],
  ])('but for the name of %s', (name, words) => {
    expect(alikeWords(masked(words, name))).toBe(alikeWords('Insufficient funds for [name]'))
  })

  it('but for what a cut leaves of them', () => {
    const long = (reference: string) => `Refused ${reference}: ${'the balance of your account is too low, '.repeat(9)}`
    expect(alikeWords(masked(long('TX-1')))).toBe(alikeWords(masked(long('TX-26353-123456-A7'))))
  })
})

describe('words differ', () => {
  it.each([
    ['Solde insuffisant', 'Numéro inconnu'],
    ['The account is closed (TX-1)', 'The account is empty (TX-2)'],
    ['Compte clôturé, ref TXQZKWOPTD', 'Compte bloqué, ref TXQZKWOPTD'],
    ['Refused: ACCOUNT_CLOSED', 'Refused: ACCOUNT_EMPTY'],
    ['Refused: INSUFFICIENT_FUNDS', 'Refused: SUBSCRIBER_UNKNOWN'],
    ['Payout DECLINED', 'Payout EXPIRED'],
    ['PayeeNotFound', 'InsufficientFunds'],
    ['Salio halitoshi', 'Mteja hajasajiliwa'],
    ['Umukiriya ntabwo abonetse', 'Amafaranga ntabwo ahagije'],
    ['The account of Aminata Ba is closed', 'The account of Aminata Ba is empty'],
    ['Insufficient balance: 1500 XOF', 'Insufficient balance: 1500 KES'],
    ['E1001', 'E1002'],
    ['TX-26353-9', 'TX-26353-12'],
    ['TXQZKWOPTD', 'TXMWBKZRUV'],
    ['51', 'Solde insuffisant'],
    ['Error 51', 'Error 14'],
    ['Erreur : code E51', 'Erreur : code E14'],
    ['الرصيد غير كاف', 'الحساب مغلق'],
  ])('%s | %s', (one, other) => {
    expect(alikeWords(masked(one))).not.toBe(alikeWords(masked(other)))
  })

  it('in the usual words: none of them looks like a code in capitals', () => {
    for (const word of usual) expect(alikeWords(`Payout ${word.toUpperCase()}`)).toBe(`payout ${word}`)
  })
})

const usual =
  `insufficient balance account blocked closed dormant subscriber unknown beneficiary recipient registered invalid limit exceeded daily
monthly weekly wallet locked suspended operator unavailable network declined rejected refused cancelled expired forbidden unauthorized
amount minimum maximum currency supported transaction duplicate disbursement merchant float compte solde insuffisant inconnu introuvable
destinataire plafond atteint dépassé numéro bénéficiaire marchand fonds indisponible annulé expiré rejeté clôturé opérateur abonné
journalier mensuel hebdomadaire transfert montant devise impossible vérification identité enregistré gelé frozen withdrawal always`.split(
    /\s+/,
  )
