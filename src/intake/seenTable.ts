/**
 * Remembers millions of digests, each with a few small numbers, in one typed array: open addressing with linear probing.
 * A Map of strings would take about 200 bytes an entry; this takes 16 to 27. Digests are compared by their first 96
 * bits: with 5,000,000 entries, two different ones meet by chance once in 6 × 10^15 files.
 *
 * @param valueWords unsigned 32-bit numbers kept for each digest. The first must not be zero once set.
 * @param expected how many digests to make room for at first.
 */
export function createSeenTable(valueWords: number, expected: number) {
  const width = 3 + valueWords
  let capacity = Math.max(1024, Math.ceil(expected / maxLoad) + 1)
  let words = new Uint32Array(capacity * width)
  let count = 0

  /** The place of the digest, or the free place where it belongs. */
  const placeOf = (a: number, b: number, c: number): number => {
    let slot = Math.floor((a / 2 ** 32) * capacity)
    for (;;) {
      const at = slot * width
      if (words[at + 3] === 0 || (words[at] === a && words[at + 1] === b && words[at + 2] === c)) return at
      slot = slot + 1 === capacity ? 0 : slot + 1
    }
  }
  const grow = () => {
    const old = words
    capacity = Math.ceil(capacity * 1.7)
    words = new Uint32Array(capacity * width)
    for (let at = 0; at < old.length; at += width) {
      if (old[at + 3] === 0) continue
      const to = placeOf(old[at] ?? 0, old[at + 1] ?? 0, old[at + 2] ?? 0)
      words.set(old.subarray(at, at + width), to)
    }
  }

  return {
    /**
     * Finds the digest (at least 24 hex characters) or adds it with `first` as its first value. Returns its place, good
     * until the next call, and whether it was there.
     */
    find(digest: string, first: number): { place: number; isNew: boolean } {
      if (count >= capacity * maxLoad) grow()
      const a = Number.parseInt(digest.slice(0, 8), 16)
      const b = Number.parseInt(digest.slice(8, 16), 16)
      const c = Number.parseInt(digest.slice(16, 24), 16)
      const place = placeOf(a, b, c)
      if (words[place + 3] !== 0) return { place, isNew: false }
      words[place] = a
      words[place + 1] = b
      words[place + 2] = c
      words[place + 3] = first
      count++
      return { place, isNew: true }
    },
    get: (place: number, index: number): number => words[place + 3 + index] ?? 0,
    set: (place: number, index: number, value: number) => {
      words[place + 3 + index] = value
    },
    size: () => count,
  }
}

const maxLoad = 0.75
