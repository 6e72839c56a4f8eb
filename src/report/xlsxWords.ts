import type { PayoutState } from '../payout/state.ts'
import { resultColumns } from './columns.ts'

export type ReportLanguage = 'en' | 'fr'

export interface XlsxWords {
  /** Names of sheets: at most 31 characters. */
  rows: string
  summary: string
  /** Of the columns that a report adds, in their order. French ones are known to src/intake/reportHeadings.ts. */
  headings: readonly [string, string, string, string, string, string, string, string]
  status: Readonly<Record<PayoutState, string>>
  meaning: Readonly<Record<PayoutState, string>>
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
  batchState: Readonly<Record<string, string>>
}

const en: XlsxWords = {
  rows: 'Rows',
  summary: 'Summary',
  headings: resultColumns,
  status: {
    invalid: 'invalid',
    pending: 'pending',
    sending: 'sending',
    accepted: 'accepted',
    unknown: 'unknown',
    paid: 'paid',
    failed: 'failed',
    cancelled: 'cancelled',
  },
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
  batchState: {
    awaiting_approval: 'waiting for approval',
    running: 'running',
    paused: 'paused',
    settled: 'settled',
    cancelled: 'cancelled',
  },
}

const fr: XlsxWords = {
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
  status: {
    invalid: 'invalide',
    pending: 'en attente',
    sending: 'en cours',
    accepted: 'accepté',
    unknown: 'inconnu',
    paid: 'payé',
    failed: 'échoué',
    cancelled: 'annulé',
  },
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
  batchState: {
    awaiting_approval: "en attente d'approbation",
    running: 'en cours',
    paused: 'en pause',
    settled: 'réglé',
    cancelled: 'annulé',
  },
}

export const xlsxWords = (language: ReportLanguage): XlsxWords => (language === 'fr' ? fr : en)
