import { describe, expect, it } from 'vitest'
import type { Payable } from '../../src/payout/keys.ts'
import { messageContradicts } from '../../src/provider/answers/messageContradicts.ts'
import { payable } from './payables.ts'

const kenyan: Payable = {
  operator: 'momo-kenya',
  phone: '254712345678',
  amountMinor: 150_050n,
  currency: 'KES',
  name: null,
}

describe('messages that fit', () => {
  it.each<[string, string, Payable]>([
    ['none of it', 'Transfer successful', payable],
    ['an id', 'Payout 1c9e6679-742f-40de-944b-e07fc1f90ae7 completed', payable],
    ['ours without a currency beside an id', 'Amount 1500, ref 1c9e6679-742f-40de-944b-e07fc1f90ae7', payable],
    ['ours and what it comes to elsewhere', 'Amount 1500 (2.44 USD)', payable],
    ['a total of ours and a fee', 'Total debited: 1530 XOF', payable],
    ['nothing', '', payable],
    ['the sample of the document', 'Transfer of 1500 XOF to 2290197000001 was successful', payable],
    ['a plus', '1500 XOF to +2290197000001', payable],
    ['00', '1500 XOF to 002290197000001', payable],
    ['spaces', '1500 XOF to +229 01 97 00 00 01', payable],
    ['dashes and brackets', 'to (+229) 01-97-00-00-01', payable],
    ['national', 'sent to 0197000001', payable],
    ['national, spaced', 'envoyé au 01 97 00 00 01 ce jour', payable],
    ["Benin's old form", 'Transfer of 1500 XOF to 22997000001', payable],
    ["Benin's old form, national", 'to 97 00 00 01', payable],
    ['a trunk zero', 'KES 1500.50 to 0712345678', kenyan],
    ['the sender too', 'from 2290190000000 to 2290197000001', payable],
    ['a number and an amount side by side', 'to 01 97 00 00 01 1 500 XOF', payable],
    ['a masked number', 'to 229******01', payable],
    ['a number with the middle masked', 'to 22901970***02', payable],
    ['grouped by spaces', '1 500 XOF sent', payable],
    ['grouped by thin spaces', '1\u202f500\u00a0XOF sent', payable],
    ['grouped by a comma, with decimals', '1,500.00 XOF sent', payable],
    ['grouped by a point', '1.500 XOF sent', payable],
    ['with decimals', '1500.00 XOF sent', payable],
    ['CFA francs', '1500 FCFA sent', payable],
    ['CFA francs in two words', '1 500 F CFA sent', payable],
    ['the currency first', 'XOF 1,500 sent', payable],
    ['the currency glued on', '1500XOF sent', payable],
    ['cents', 'KES 1,500.50 sent to 254712345678', kenyan],
    ['cents with a comma', '1 500,5 KES', kenyan],
    ['a fee and a balance', 'Transfer of 1500 XOF. Fee: 15 XOF. Balance: 1 234 567 XOF', payable],
    ['a transaction id', 'Transaction 8837465920 done, ref TX22901970000', payable],
    ['an id after its word', 'Transaction id: 22812345678901, number 8837465920', payable],
    ['a date and a time', 'Done on 2026-11-21 10:22:33, valid to 21-11-2026', payable],
    ['a date after a word for the recipient', 'from 2026-11-01 to 2026-11-21', payable],
    ['an amount without a currency', 'Transfer of 99 done', payable],
    ['francs', 'Vous avez envoyé 1500F à 0197000001', payable],
    ['francs in words', '1 500 francs envoyés', payable],
    ['francs CFA in words', 'Montant : 1 500 francs CFA', payable],
    ['an amount after its word', 'Montant: 1500 Frais: 15 Solde: 98500', payable],
    ['an amount after its word, grouped', 'Amount 1,500 sent to 2290197000001', payable],
    ['an amount before the recipient', 'Transfer of 1500 to 2290197000001 was successful', payable],
    ['an amount and its fee in one', 'Amount: 1515 (1500 + 15)', payable],
    ['a fee alone', 'Transfer successful. Fee: 15 XOF', payable],
    ['fees without a currency', 'Transfert réussi, frais 15', payable],
    ['fees behind the amount', 'Réussi, 15 FCFA de frais', payable],
    ['a balance alone', 'Transfer successful. New balance 250000 XOF', payable],
    ['a balance alone, in French', 'Transfert effectué. Nouveau solde : 250 000 F CFA', payable],
    ['a balance without a currency', 'Done, new balance 250000', payable],
    ['a balance in short', 'Transfer done. Bal. 98 500 XOF', payable],
    ['a total', 'Total débité : 1515 XOF', payable],
    ['an id that ends in F', 'Done. Transaction id 88374F, ref: 12345F', payable],
    ['an id that received an answer', 'Transaction 12345678 received', payable],
    ['a receiver that is ours', '97 00 00 01 a reçu 1500 XOF', payable],
    ['a date, a time and an id', 'Le 21/11/2026 à 10:22, transaction MP261121.1022.A12345 réussie', payable],
    ['a currency by its name', 'KSh 1,500.50 sent, 1500.50 shillings', kenyan],
    ['another currency beside ours', '1500 XOF (2.29 EUR) sent', payable],
    ['a fee amount', 'Fee amount: 15, limit amount 500000', payable],
  ])('%s', (_what, message, ours) => {
    expect(messageContradicts(message, ours)).toBe(false)
  })
})

describe('messages about another payout', () => {
  it.each<[string, string, Payable]>([
    ['another number', 'Transfer of 1500 XOF to 2290197000002 was successful', payable],
    ['another number after a colon', 'Recipient:2290197000002', payable],
    ['another number, international', 'Sent: +254712345678', payable],
    ['another number, spaced', 'to +229 01 97 00 00 02', payable],
    ['another number, national', 'sent to 0197000002', payable],
    ['another number, national and spaced', 'envoyé au 01 97 00 00 02', payable],
    ['another country', 'to 254712345678', payable],
    ['ours as part of a longer one', 'to 22901970000011', payable],
    ['another amount', 'Transfer of 2500 XOF to 2290197000001', payable],
    ['a total of another amount', 'Total amount sent: 3000 XOF', payable],
    ['ten times the amount', '15000 XOF', payable],
    ['another amount, grouped', '1 501 XOF', payable],
    ['another amount, currency first', 'XOF 15', payable],
    ['another currency', '1500 KES', payable],
    ['the amount in cents', 'KES 150050', kenyan],
    ['a thousand times the amount', 'Transfer of 1.500.000 XOF to 2290197000001', payable],
    ['a thousand times the amount, by commas', '1,500,000 XOF', payable],
    ['francs', '3000F envoyés', payable],
    ['francs, spaced', '3 000 F envoyés', payable],
    ['francs in words', '3000 francs envoyés', payable],
    ['francs CFA in words', '3000 francs CFA envoyés', payable],
    ['an amount after its word', 'Montant: 3000', payable],
    ['an amount after its word in English', 'Amount 3000 to 2290197000001', payable],
    ['an amount before the recipient', 'Transfer of 3000 to 2290197000001 was successful', payable],
    ['an amount before the recipient, in French', 'Paiement de 3 000 à 2290197000001', payable],
    ['an amount beside our own as a balance', 'Transfer of 3000 XOF. Balance: 1500 XOF', payable],
    ['another receiver', '66 00 00 00 a reçu 1500 XOF', payable],
    ['another receiver in English', '66000000 has received 1500 XOF', payable],
    ['another receiver who was credited', '0166000000 was credited', payable],
    ['another currency that is none of ours', '1500 NGN', payable],
    ['shillings for francs', '1500 shillings', payable],
    ['other cents', 'KES 1,500.55', kenyan],
  ])('%s', (_what, message, ours) => {
    expect(messageContradicts(message, ours)).toBe(true)
  })
})

it('comes to an end with hostile messages of 64 KiB', () => {
  for (const part of ['1 ', '1', '9.', '+2', '1,', ' to +']) {
    const message = part.repeat(Math.floor(65_536 / part.length))
    expect(typeof messageContradicts(message, payable)).toBe('boolean')
    expect(typeof messageContradicts(`${message} XOF`, payable)).toBe('boolean')
  }
})
