import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { confirm } from '../../../app/accounts/signIn.ts'
import { type Problems, problemSummary } from '../../../web/fields.ts'
import { pageHead } from '../../../web/parts.ts'
import type { Piece } from '../../../words/page.ts'
import { type Sentence, say } from '../../../words/sentence.ts'
import { enterOf, typedAt } from '../language.ts'
import { type AskedBy, type Shown, withoutSecrets } from '../page.ts'
import { codeField, disproved, passwordField } from '../signIn.ts'

interface Question {
  /** "Cancel batch 8F3K?" */
  title: Sentence
  /** What will happen, to whom, how much. */
  text: Piece
  /** The label of the button that does it, never just "Yes". */
  button: Sentence
  /** Where the other button leads. */
  back: string
  /** True if it takes something away. */
  danger?: boolean
  /** Also asks for the password, or for a code of the second factor: to approve, to resolve, to change the policy. */
  proof?: boolean
}

/**
 * Ask for confirmation before something that can't be undone. The page posts the same fields to the same address again:
 *
 *     const question = await askAgain(asked, { … })
 *     if (question) return question
 *
 * @returns the page that asks; undefined if the person confirmed, with proof if required
 */
export async function askAgain(asked: AskedBy, question: Question): Promise<Shown | undefined> {
  const { core, person, form } = asked
  if (form['sure'] !== 'yes') return questionPage(asked, question, {})
  if (!question.proof) return undefined
  const given = form['proof'] ?? ''
  const proved = await confirm(core, person, person.hasSecondFactor ? { code: given } : { password: given })
  if (proved.ok) return undefined
  const wrong = person.hasSecondFactor ? say('signIn.wrong_code') : say('signIn.wrong_password')
  const { problem, status } = disproved(asked, proved, wrong)
  return questionPage(asked, question, { proof: problem }, status)
}

function questionPage({ person, form, request }: AskedBy, question: Question, problems: Problems, status = 200): Shown {
  const { title, text, button, back, danger = false, proof = false } = question
  const kept = Object.entries(withoutSecrets(form)).filter(([name]) => name !== 'sure')
  const body = html`
    ${problemSummary(problems)}
    ${pageHead({ title })}
    <div class="panel">
      <div class="asked">${text}</div>
      <form class="fields" id=${formId} method="post" action=${request.url}>
        ${kept.map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`)}
        <input type="hidden" name="sure" value="yes" />
        ${proof ? proofField(person.hasSecondFactor, problems['proof']) : null}
        <div class="actions">
          <button class=${danger ? 'danger' : 'primary'} type="submit">${button}</button>
          <a class="button" href=${back}>${say('deskPages.back')}</a>
        </div>
      </form>
    </div>
  `
  return { kind: 'page', title, body, problems, status, form: typedAt(formId, request.url, enterOf(formId)) }
}

const formId = 'question'

/** A field for the password, or for a code if the person has a second factor. */
const proofField = (byCode: boolean, problem: Sentence | undefined): VNode =>
  byCode
    ? codeField(problem, 'proof')
    : passwordField('proof', say('signIn.your_password'), 'current-password', problem, say('signIn.proof_hint'))
