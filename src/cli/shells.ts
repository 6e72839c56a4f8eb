/** Those that payrun can complete in. */
export const shells = ['bash', 'zsh', 'fish'] as const
