import { vi } from 'vitest'
import { setLanguage } from '../../src/cli/terminal/text.ts'

// Runs before each test file: files share a process, and must not get the language or the clock of the previous one.
vi.useRealTimers()
setLanguage('en')
