import type { ZodSafeParseError } from 'zod'
import { inEnglish } from '../words/t.ts'

/**
 * The first thing that is wrong with a body, in our words: those of the schemas, which have none for what is no object. In
 * English, as the interface document is, whatever the language of whoever runs the sandbox.
 */
export function firstProblem(read: ZodSafeParseError<unknown>): string {
  // Zod finds its words when the error is asked for, not before.
  const [issue] = inEnglish(() => read.error).issues
  if (!issue) return 'the body is not right'
  if (issue.code !== 'invalid_type' || issue.expected !== 'object') return issue.message
  return issue.path.length === 0 ? 'the body is not a JSON object' : `${issue.path.join('.')} is not an object`
}
