/**
 * A refusal's words as they are compared with those of others, of the provider's words as the report shows them (numbers and names
 * masked). What is of this one payout makes no difference: references, numbers, amounts, times and names, nor do case, marks and
 * spaces. Of words that say nothing but a code, all is compared.
 */
export function alikeWords(words: string): string {
  const text = words.normalize('NFKC')
  const pieces = text.replace(masks, masked).split(between).filter(Boolean)
  const said = pieces.filter((piece) => !ofThisPayout.test(piece)).flatMap(wordsOf)
  // Cut off at a length, words end elsewhere after a longer reference.
  const compared = words.endsWith('…') ? said.slice(0, wordsBeforeTheCut) : said
  if (compared.every((word) => labels.has(word))) return codeAlone(text, pieces)
  return compared.join(' ')
}

/** A name, and what is left of one beside it: parts of one or two letters are not masked (Aminata Ba). */
const masks = /(?:(?<![\p{L}\p{N}])\p{L}{1,2}[\s.,]+)*(?:\[name\](?:[\s.,]+\p{L}{1,2}(?![\p{L}\p{N}]))*)|\[number\]/gu
const masked = '0'
/** A reference keeps its hyphens, slashes and dots, and is one piece. A dot before a word ends a sentence. */
const between = /[\s()[\]{}:;,=|"«»<>!?…]+|\.(?=\s|$)/u
const ofThisPayout = /[\p{N}*]/u

const wordsBeforeTheCut = 20

/** What stands before a code and says nothing by itself. */
const labels = new Set(['error', 'err', 'erreur', 'code', 'status', 'statut', 'reason', 'motif', 'raison'])

/** `Error 51` isn't `Error 14`: the short code is what is said. */
function codeAlone(text: string, pieces: readonly string[]): string {
  const codes = pieces.filter((piece) => !ofThisPayout.test(piece) || /^[\p{L}\p{N}_-]{1,5}$/u.test(piece))
  return `= ${(codes.length > 0 ? codes.join(' ') : text).toLowerCase()}`
}

const wordsOf = (piece: string): string[] =>
  piece.split(/[^\p{L}\p{M}]+/u).flatMap((word) => (word === '' || looksLikeCode(word) ? [] : [word.toLowerCase()]))

/** Letters that no word of English or French is written with: a reference without a digit in it. */
function looksLikeCode(word: string): boolean {
  if (!/^[a-z]{6,}$/i.test(word)) return false
  if (/^[a-f]{8,}$/i.test(word)) return true
  let strange = 0
  for (let at = 1; at < word.length; at++) {
    const pair = word.slice(at - 1, at + 1)
    // InsufficientFunds is two words.
    if (/[a-z][A-Z]/.test(pair)) continue
    if (!follows.get(pair[0]!.toLowerCase())?.includes(pair[1]!.toLowerCase())) strange += 1
  }
  // A word of another language is mostly written small.
  return strange > (/^.[a-z]+$/.test(word) ? 1 : 0)
}

/** Which letters follow which in English and French, and in the languages beside them. */
const follows = new Map(
  `abcdefghijklmnopqrstuvwxyz babcdeijlmnoprstuwy cacdehiklmorstuy dabcdefghijlmnorsuvwy eabcdefghijklmnopqrstuvwxyz faefilorstuy
gabeghilmnoprstuwyz hadeilmnorstuwy iabcdefgiklmnopqrstvxz jaeosu kabdefilnoprstuwy labcdefgiklmopqrstuvwy mabcdefiklmnopstuwy
nabcdefghijklmnopqrstuvwyz oabcdefgijklmnopqrstuvwxyz padeghiklmoprstuy qlu rabcdefghiklmnopqrstuvwy sabcdefhijklmnopqstuvwy
tabcdefghilmnoprstuvwyz uabcdefghijlmnopqrstuvxyz vaeioruy waehilnorsty xaceilmpty yabceilmnoprstuw zaeiouz`
    .split(/\s+/)
    .map((letters) => [letters[0]!, letters.slice(1)]),
)
