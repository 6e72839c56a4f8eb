import { withMarksShown } from '../words/sentence.ts'

/** Two texts that somebody compares by eye. */
export type Both = readonly [string, string]

/** Whether they look the same on a page. */
export const looksAlike = ([one, other]: Both): boolean => asSeen(one) === asSeen(other)

const asSeen = (text: string): string =>
  withMarksShown(text.toWellFormed().replaceAll(/[\t\r\n]+/g, ' '))
    .replaceAll(/\p{Cc}/gu, '\ufffd')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize()
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Masks both. If that hides their difference, the characters that differ are shown. */
export function maskBoth(both: Both, mask: (text: string) => string): Both {
  const [one, other] = both
  const hidden: Both = [mask(one), mask(other)]
  if (!looksAlike(hidden) || looksAlike(both)) return hidden
  const lifted = (text: string, beside: string): string =>
    mask(text).replaceAll(/./gs, (mark, at: number) => (text[at] === beside[at] ? mark : (text[at] ?? mark)))
  const differing: Both = [lifted(one, other), lifted(other, one)]
  return looksAlike(differing) ? both : differing
}

/** Cuts both to about `most` characters around their first difference, which may be far from the beginning. */
export function cutAround(both: Both, most: number): Both {
  const [one, other] = both
  if (one.length <= most && other.length <= most) return both
  // Invisible characters may differ long before that.
  return aroundFirst([...asSeen(one)], [...asSeen(other)], most)
}

/** Cuts between whole characters, never inside one. */
function aroundFirst(one: readonly string[], other: readonly string[], most: number): Both {
  const length = Math.max(one.length, other.length)
  let at = 0
  while (at < length && one[at] === other[at]) at += 1
  const start = at < most || at === length ? 0 : at - Math.floor(most / 4)
  return [part(one, start, most), part(other, start, most)]
}

const part = (text: readonly string[], start: number, most: number): string =>
  `${start > 0 ? '…' : ''}${text.slice(start, start + most).join('')}${text.length > start + most ? '…' : ''}`
