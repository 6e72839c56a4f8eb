/** Random choices that FAULTS_SEED repeats. `salt` gives each test a sequence of its own. */
export interface Chance {
  /** A whole number from 0 to below `n`. */
  below(n: number): number
}

export function chanceOf(salt: string): Chance {
  let state = [...`${process.env['FAULTS_SEED']} ${salt}`].reduce((hash, each) => mix(hash ^ each.charCodeAt(0)), 1)
  return {
    below: (n) => {
      state = mix(state + 0x9e3779b9)
      return Math.floor((state / 2 ** 32) * n)
    },
  }
}

/** The finisher of MurmurHash3: every bit of the one changes half the bits of the other. */
function mix(seed: number): number {
  let bits = seed >>> 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
