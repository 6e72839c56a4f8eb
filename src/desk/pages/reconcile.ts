import { html } from 'htm/preact'
import { type Reconciliation, reconcile } from '../../app/reconcile.ts'
import { type ReconciledCharges, reconcileCharges } from '../../app/reconcileCharges.ts'
import { shownOf } from '../../app/statements.ts'
import { count, say } from '../../words/sentence.ts'
import { looks } from './batchParts.ts'
import type { AskedBy } from './page.ts'
import { applyCharges, chargeFindings, settledCharges } from './reconcile/chargeFindings.ts'
import { applyForm, findings, settledText } from './reconcile/findings.ts'
import { type Against, stepsAt } from './reconcile/steps.ts'

/** A batch's open rows, or what customers were asked to pay, and the provider's statement. */
export const reconcilePages = [...stepsAt('/batches/:id/reconcile', ofBatch), ...stepsAt('/payins/reconcile', ofPayins)]

async function ofBatch(asked: AskedBy): Promise<Against<Reconciliation>> {
  const { app, desk, params } = asked
  const { id, name } = (await looks(desk).now(params['id'] ?? '')).batch
  return {
    key: id,
    address: `/batches/${id}/reconcile`,
    title: say('deskBatch.reconcile_title', { name }),
    text: say('deskBatch.reconcile_text'),
    crumb: html`<a href=${`/batches/${id}`}>${name}</a>`,
    reads: { complete: true, phone: true, account: say('deskBatch.statement_account_hint') },
    changed: say('deskBatch.statement_changed'),
    apply: { title: say('deskBatch.apply_title', { name }), text: say('deskBatch.apply_text') },
    compare: (wish) => reconcile(app, id, wish),
    columns: ({ columns }) => columns,
    findings: (done) => findings(asked, id, done),
    applyForm,
    settled: settledText,
    seen: ({ matched }) => shownOf(matched),
    ended: ({ matched: { resolutions, discrepancies, left } }) => ({
      to: `/batches/${id}`,
      says: say('deskBatch.was_reconciled', {
        paid: count(resolutions.filter(({ to }) => to === 'paid').length),
        failed: count(resolutions.filter(({ to }) => to === 'failed').length),
        contradicted: count(discrepancies.length),
        left: count(left.length),
      }),
    }),
  }
}

function ofPayins(asked: AskedBy): Against<ReconciledCharges> {
  const { app, desk } = asked
  return {
    key: 'payins',
    address: '/payins/reconcile',
    title: say('deskPayins.title'),
    text: say('deskPayins.text'),
    crumb: html`<a href="/payins">${say('deskPages.collections')}</a>`,
    reads: { complete: false, phone: false, account: say('deskPayins.account_hint') },
    changed: say('deskPayins.statement_changed'),
    apply: { title: say('deskPayins.apply_title'), text: say('deskPayins.apply_text') },
    compare: (wish) => reconcileCharges(app, { ...wish, complete: false, sandbox: desk.sandbox }),
    columns: ({ columns }) => columns,
    findings: (done) => chargeFindings(asked, done),
    applyForm: applyCharges,
    settled: settledCharges,
    seen: ({ seen }) => seen,
    ended: ({ resolved, cases, left }) => ({
      to: '/payins',
      says: say('deskPayins.was_reconciled', {
        paid: count(resolved.filter(({ to }) => to === 'paid').length),
        failed: count(resolved.filter(({ to }) => to === 'failed').length),
        contradicted: count(cases.length),
        left: count(left.length),
      }),
    }),
  }
}
