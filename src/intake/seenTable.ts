/**
 * Remembers millions of keys of 96 bits, each with one number, in one typed array: open addressing with linear probing. A
 * Map of strings would take about 200 bytes an entry; this takes 18.
 *
 * @param expected how many keys to make room for at first.
 */
export function createSeenTable(expected: number) {
  let capacity = Math.max(1024, Math.ceil(expected / maxLoad) + 1)
  let words = new Uint32Array(capacity * entryWords)
  let count = 0

  /** Where the key is, or the free place where it belongs. */
  const placeOf = (a: number, b: number, c: number): number => {
    let slot = Math.floor((mixed(a, b, c) / 2 ** 32) * capacity)
    for (;;) {
      const at = slot * entryWords
      if (words[at + 3] === 0 || (words[at] === a && words[at + 1] === b && words[at + 2] === c)) return at
      slot = slot + 1 === capacity ? 0 : slot + 1
    }
  }
  const grow = () => {
    const old = words
    capacity = Math.ceil(capacity * 1.7)
    words = new Uint32Array(capacity * entryWords)
    for (let at = 0; at < old.length; at += entryWords) {
      if (old[at + 3] === 0) continue
      const to = placeOf(old[at] ?? 0, old[at + 1] ?? 0, old[at + 2] ?? 0)
      words.set(old.subarray(at, at + entryWords), to)
    }
  }

  return {
    /**
     * The number that came with this key first, 0 when the key is new: `first` is then kept with it.
     *
     * @param a unsigned 32 bits of the key, as `b` and `c`
     * @param first unsigned 32 bits, not 0
     */
    find(a: number, b: number, c: number, first: number): number {
      if (count >= capacity * maxLoad) grow()
      const place = placeOf(a, b, c)
      const known = words[place + 3] ?? 0
      if (known !== 0) return known
      words[place] = a
      words[place + 1] = b
      words[place + 2] = c
      words[place + 3] = first
      count++
      return 0
    },
    size: () => count,
  }
}

/** Three words of the key, one of the number. */
const entryWords = 4
const maxLoad = 0.9

/** 32 bits that look random also for keys that count up (Murmur3's last steps). */
function mixed(a: number, b: number, c: number): number {
  let bits = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77) ^ Math.imul(c, 0xc2b2ae3d)
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
