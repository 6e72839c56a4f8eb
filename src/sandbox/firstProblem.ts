import type { ZodError } from 'zod'

/** The first thing that is wrong with a body, in our words: those of the schemas, which have none for what is no object. */
export function firstProblem({ issues: [issue] }: ZodError): string {
  if (!issue) return 'the body is not right'
  if (issue.code !== 'invalid_type' || issue.expected !== 'object') return issue.message
  return issue.path.length === 0 ? 'the body is not a JSON object' : `${issue.path.join('.')} is not an object`
}
