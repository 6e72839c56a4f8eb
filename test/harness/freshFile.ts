import { vi } from 'vitest'
import { setLanguage } from '../../src/cli/terminal/text.ts'

// Before each test file: files share a process, and none is to hear the language or the clock of the one before it.
vi.useRealTimers()
setLanguage('en')
