import { batchStates, type PayoutState, payoutStates } from '../payout/state.ts'
import { batchStateWord, stateWord } from '../payout/stateWord.ts'
import { spokenLanguage } from '../words/t.ts'
import { resultColumns } from './columns.ts'

export interface XlsxWords {
  /** Names of sheets: at most 31 characters. */
  rows: string
  summary: string
  /** Of the columns that a report adds, in their order. French ones are known to src/intake/reportHeadings.ts. */
  headings: readonly [string, string, string, string, string, string, string, string]
  /** States are called what they are called everywhere. */
  status: Readonly<Record<PayoutState, string>>
  meaning: Readonly<Record<PayoutState, string>>
  batchState: Readonly<Record<string, string>>
  batch: string
  file: string
  period: string
  state: string
  created: string
  settled: string
  statusHeading: string
  meaningHeading: string
  count: string
  amountIn: (currency: string) => string
  all: string
}

type OwnWords = Omit<XlsxWords, 'status' | 'batchState'>

const en: OwnWords = {
  rows: 'Rows',
  summary: 'Summary',
  headings: resultColumns,
  meaning: {
    invalid: 'Failed a check: mend the row and give it in a new file.',
    pending: 'Not sent yet.',
    sending: 'Under way.',
    accepted: 'The provider has it and has not said how it ended.',
    unknown: 'The money may have moved. Ask the provider before anybody is paid again.',
    paid: 'The provider said that it was paid.',
    failed: 'The provider refused it: nothing was paid.',
    cancelled: 'Stopped before it was sent: nothing was paid.',
  },
  batch: 'Batch',
  file: 'File',
  period: 'Period',
  state: 'State',
  created: 'Submitted (UTC)',
  settled: 'Settled (UTC)',
  statusHeading: 'Status',
  meaningHeading: 'What it means',
  count: 'Rows',
  amountIn: (currency) => `Amount in ${currency}`,
  all: 'All rows',
}

const fr: OwnWords = {
  rows: 'Lignes',
  summary: 'Résumé',
  headings: [
    'ligne',
    'statut',
    'référence du prestataire',
    "code d'erreur",
    "message d'erreur",
    'tentatives',
    'envoyé le',
    'réglé le',
  ],
  meaning: {
    invalid: 'Refusé à la vérification : corrigez la ligne et donnez-la dans un nouveau fichier.',
    pending: 'Pas encore envoyé.',
    sending: "En cours d'envoi.",
    accepted: "Le prestataire l'a reçu et n'a pas dit comment cela s'est terminé.",
    unknown: "L'argent est peut-être parti. Demandez au prestataire avant de payer de nouveau qui que ce soit.",
    paid: 'Le prestataire a dit que le paiement est fait.',
    failed: "Le prestataire l'a refusé : rien n'a été payé.",
    cancelled: "Arrêté avant l'envoi : rien n'a été payé.",
  },
  batch: 'Lot',
  file: 'Fichier',
  period: 'Période',
  state: 'État',
  created: 'Soumis (UTC)',
  settled: 'Réglé (UTC)',
  statusHeading: 'Statut',
  meaningHeading: 'Signification',
  count: 'Lignes',
  amountIn: (currency) => `Montant en ${currency}`,
  all: 'Toutes les lignes',
}

/** In the language that is spoken. */
export const xlsxWords = (): XlsxWords => ({
  ...(spokenLanguage() === 'fr' ? fr : en),
  status: wordsFor(payoutStates, stateWord),
  batchState: wordsFor(batchStates, batchStateWord),
})

const wordsFor = <State extends string>(states: readonly State[], wordOf: (state: State) => string) =>
  Object.fromEntries(states.map((state) => [state, wordOf(state)])) as Record<State, string>
