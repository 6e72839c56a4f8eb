import { vi } from 'vitest'

/** Acts three days later by this process's clock, so that a statement can have payments later than those just sent. */
export async function daysLater<Done>(act: () => Promise<Done>): Promise<Done> {
  const now = Date.now
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 3 * 86_400_000)
  try {
    return await act()
  } finally {
    clock.mockRestore()
  }
}
