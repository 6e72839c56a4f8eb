/**
 * Remembers millions of keys of 96 bits, each with one number, in typed arrays: open addressing with linear probing. A Map of
 * strings would take about 200 bytes an entry; this takes 13. Of a key it keeps 64 bits, and its place has to fit: among
 * 5,000,000, two different ones are taken for one once in 10^11 files.
 *
 * @param expected how many keys to make room for at first.
 */
export function createSeenTable(expected: number) {
  let capacity = Math.max(1024, Math.ceil(expected / maxLoad) + 1)
  /** All but the last are full: a key's place can't be told from what is kept of it, so it stays where it is. */
  const tables = [createTable(capacity)]
  let count = 0
  return {
    /**
     * The number that came with this key first, 0 when the key is new: `first` is then kept with it.
     *
     * @param a unsigned 32 bits of the key, as `b` and `c`
     * @param first unsigned 32 bits, not 0
     */
    find(a: number, b: number, c: number, first: number): number {
      const place = mixed(a, b, c)
      // Where two keys differ in `a` alone, both words differ.
      const one = (b ^ Math.imul(a, 0x9e3779b1)) >>> 0
      const other = (c ^ Math.imul(a, 0x85ebca77)) >>> 0
      for (const find of tables) {
        const known = find(place, one, other, first)
        if (known === 0) count++
        if (known !== null) return known
      }
      capacity *= 2
      tables.push(createTable(capacity))
      return this.find(a, b, c, first)
    },
    size: () => count,
  }
}

/** @returns finds or keeps a key as above; null when it is not here and there is no room for it */
function createTable(capacity: number) {
  const words = new Uint32Array(capacity * entryWords)
  let free = Math.floor(capacity * maxLoad)
  return (place: number, one: number, other: number, first: number): number | null => {
    let slot = Math.floor((place / 2 ** 32) * capacity)
    for (;;) {
      const at = slot * entryWords
      const known = words[at + 2] ?? 0
      if (known !== 0 && words[at] === one && words[at + 1] === other) return known
      if (known === 0) {
        if (free === 0) return null
        free--
        words[at] = one
        words[at + 1] = other
        words[at + 2] = first
        return 0
      }
      slot = slot + 1 === capacity ? 0 : slot + 1
    }
  }
}

/** Two words of the key, one of the number. */
const entryWords = 3
const maxLoad = 0.9

/** 32 bits that look random also for keys that count up (Murmur3's last steps). */
function mixed(a: number, b: number, c: number): number {
  let bits = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77) ^ Math.imul(c, 0xc2b2ae3d)
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
