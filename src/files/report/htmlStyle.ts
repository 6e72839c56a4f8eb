/** The page's style sheet, in the page: it is sent on as one file. Contrasts are those of WCAG AA or better. */
export const htmlStyle = `
:root { color-scheme: light dark; --ground: #eef1f5; --card: #fff; --text: #17202b; --soft: #526071; --line: #d5dce4;
  --paid: #0a6b4d; --failed: #a8201a; --unknown: #7a2e8f; --accepted: #0b5c8a; --waiting: #5b6675; --invalid: #8a5a00; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ground: #10151b; --card: #19212a; --text: #e9eef4; --soft: #a9b5c3; --line: #2e3a47;
    --paid: #57cfa3; --failed: #ff9a92; --unknown: #dba4ec; --accepted: #7cc4ee; --waiting: #a9b5c3; --invalid: #f0c060; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); overflow-wrap: break-word;
  font: 100%/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 1rem; }
header, section { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.25rem; margin: 0 0 1rem; }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.25; }
h2 { margin: 0 0 .75rem; font-size: 1.15rem; }
h3 { margin: 0; font-size: 1rem; font-weight: 600; }
.kind { margin: 0; color: var(--soft); }
.state { display: inline-block; margin: .5rem 0; padding: .1rem .6rem; border: 1px solid currentcolor; border-radius: 1rem; font-weight: 600; }
.state.all-paid { color: var(--paid); } .state.not-all-paid, .state.paused, .state.awaiting_approval { color: var(--invalid); } .state.cancelled { color: var(--failed); }
.sandbox { margin: .5rem 0; padding: .5rem .75rem; border: 2px solid var(--invalid); border-radius: .5rem; color: var(--invalid); font-weight: 700; }
.state.trial { color: var(--waiting); }
.facts { display: flex; flex-wrap: wrap; gap: .25rem 2rem; margin: 0; }
.facts dt { color: var(--soft); font-size: .875rem; } .facts dd { margin: 0; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .45rem .75rem .45rem 0; text-align: start; vertical-align: top; border-top: 1px solid var(--line); font-weight: 400; }
thead th { border-top: 0; color: var(--soft); font-size: .875rem; }
.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
.line, .reference { display: block; } .reference { color: var(--soft); font-size: .875rem; }
.whole { white-space: nowrap; }
td.long, td:last-child { overflow-wrap: anywhere; }
.mark { font-weight: 600; white-space: nowrap; }
.mark.paid { color: var(--paid); } .mark.failed { color: var(--failed); } .mark.unknown { color: var(--unknown); }
.mark.accepted { color: var(--accepted); } .mark.invalid { color: var(--invalid); }
.mark.pending, .mark.sending, .mark.cancelled { color: var(--waiting); }
.all th, .all td { font-weight: 600; }
.operators, .todo { list-style: none; margin: 0; padding: 0; }
.operators li { margin: 0 0 1rem; } .todo li { margin: 0 0 .5rem; }
.bar { display: flex; height: .9rem; margin: .25rem 0; border-radius: .25rem; overflow: hidden; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.bar .paid { background: var(--paid); } .bar .failed { background: var(--failed); } .bar .unknown { background: var(--unknown); }
.bar .accepted { background: var(--accepted); } .bar .invalid { background: var(--invalid); }
.bar .pending, .bar .sending, .bar .cancelled { background: var(--waiting); }
.figures { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0; }
footer { color: var(--soft); padding: 0 .25rem 1rem; } footer p { margin: 0; }
@media screen and (max-width: 44rem) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { display: block; padding: .5rem 0; border-top: 1px solid var(--line); }
  th[scope="row"], td { display: flex; gap: 1rem; justify-content: space-between; padding: .15rem 0; border: 0; text-align: end; white-space: normal; }
  td[data-label]::before, th[data-label]::before { content: attr(data-label); color: var(--soft); text-align: start; flex: none; max-width: 40%; }
  td, th { overflow-wrap: anywhere; }
  td:empty { display: none; }
}
@media print {
  :root { color-scheme: light; font-size: 9.5pt; } body { background: #fff; } main { max-width: none; padding: 0; }
  header, section { border: 0; padding: 0; margin-bottom: .75rem; } th, td { padding: .2rem .5rem .2rem 0; } .rows, .rows th { font-size: .85rem; } h2 { break-after: avoid; }
  tr, .operators li { break-inside: avoid; } thead { display: table-header-group; }
}
`
