import { html } from 'htm/preact'
import { expect, it } from 'vitest'
import { renderPage } from '../../src/words/page.ts'
import { say } from '../../src/words/sentence.ts'

const reference = (text: string) => say('report.provider_reference', { reference: text })

const page = (text: string) => html`
  <main aria-label=${reference(text)} class="wide">
    <h1>${say('report.totals')}</h1>
    ${[html`<p>${reference(text)} <b>${text}</b></p>`, null, 7]}
    <style dangerouslySetInnerHTML=${{ __html: 'p > b {}' }} />
  </main>
`

it.each([
  ['en', 'Totals', 'Reference'],
  ['fr', 'Totaux', 'Référence'],
] as const)(
  'its sentences become text in one language, %s, wherever they stand; the rest stays',
  (language, totals, label) => {
    expect(renderPage(page('a'), language)).toBe(
      `<!doctype html>\n<main aria-label="${label} a" class="wide"><h1>${totals}</h1><p>${label} a <b>a</b></p>7<style>p > b {}</style></main>\n`,
    )
  },
)

it('what was put into a sentence is text, and no HTML', () => {
  const written = renderPage(page('"><img src=x>'), 'fr')
  expect(written).not.toContain('<img')
  expect(written).toContain('aria-label="Référence &quot;>&lt;img')
})

it('can be rendered once more, in another language', () => {
  const made = page('a')
  expect(renderPage(made, 'fr')).toContain('Totaux')
  expect(renderPage(made, 'en')).toContain('Totals')
})
