import { html } from 'htm/preact'
import { render } from 'preact-render-to-string'
import { plural, t } from '../words/t.ts'
import { countText, gatherHtml } from './htmlContent.ts'
import { attentionSection, type Html, operatorSection, totalsSection } from './htmlParts.ts'
import { htmlStyle } from './htmlStyle.ts'
import type { ReportContent } from './row.ts'
import { xlsxWords } from './xlsxWords.ts'

/**
 * A report to print or send on: one page that needs nothing but itself. Totals, a bar per operator, and the rows that need
 * somebody with what to do about each. It has no script, and reads on a phone and on paper.
 *
 * @yields the whole page at once: of the rows only those that need somebody are in it, and of those at most
 * `attentionRows`
 */
export async function* htmlReport(content: ReportContent): AsyncGenerator<string> {
  const gathered = await gatherHtml(content)
  const { facts, language } = gathered
  const words = xlsxWords()
  const rows = countText(gathered.rows, language)
  const stateText = words.batchState[facts.state] ?? facts.state
  const page: Html = html`
    <html lang=${language}>
      <head>
        <meta charset="utf-8" />
        <title>${t`${facts.name}: payout report`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <style dangerouslySetInnerHTML=${{ __html: htmlStyle }} />
      </head>
      <body>
        <main>
          <header>
            <p class="kind">${t`Payout report`}</p>
            <h1>${facts.name}</h1>
            <p class="state ${facts.state}">${stateText}</p>
            <dl class="facts">
              ${factRow(words.batch, facts.id)} ${factRow(words.file, facts.file)} ${factRow(words.period, facts.period)}
              ${factRow(words.created, facts.created)} ${factRow(words.settled, facts.settled)}
            </dl>
          </header>
          ${totalsSection(gathered, words)} ${operatorSection(gathered, words)} ${attentionSection(gathered, words)}
          <footer>
            ${plural(gathered.rows, t`The file has ${rows} row.`, t`The file has ${rows} rows.`)}
            ${' '}${t`Every row, one by one: payrun report ${facts.id} -o report.csv`}
          </footer>
        </main>
      </body>
    </html>
  `
  yield `<!doctype html>\n${render(page)}\n`
}

const factRow = (label: string, text: string): Html =>
  text === ''
    ? null
    : html`<div>
        <dt>${label}</dt>
        <dd>${text}</dd>
      </div>`
