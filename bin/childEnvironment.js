import { variables } from '../src/configVariables.ts'

/** What a process needs to run and to speak: where programs and folders for temporary files are, its language and terminal, and how it is called. */
const needed =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TERM|COLORTERM|NO_COLOR|FORCE_COLOR|CI|TZ|LANG|LANGUAGE|LC_\w+|TMPDIR|TEMP|TMP|SystemRoot|PAYRUN_LANG|PAYRUN_LOG_LEVEL|npm_lifecycle_event)$/

/**
 * The environment of a child process that pays nobody: without keys, tokens and passwords. All other variables of payrun are there
 * and empty, which counts as not set, whatever a .env file says.
 */
export const childEnvironment = () => ({
  ...Object.fromEntries(Object.keys(variables.shape).map((name) => [name, ''])),
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => needed.test(name))),
})
