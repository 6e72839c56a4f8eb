import type { OperatorCode } from '../payout/operators/operator.ts'
import type { MaxRefused, RefusalsToShare } from '../payout/outcome.ts'

/**
 * Refusals in a row: of each operator in each batch, and over all operators of the batch. A good answer ends the series, and so does a
 * refusal in other words. An ambiguous answer, or a request that was not taken in, says nothing either way.
 */
export interface RefusalCount {
  /** @returns how many there are in a row now, as far as this process knows */
  refused(batchNo: number, operator: OperatorCode, words: string): MaxRefused
  /** @returns whether it has ended a series of refusals, which is worth sharing */
  good(batchNo: number, operator: OperatorCode): boolean
  /** What has not been shared yet; it counts as shared from now on. */
  toShare(batchNo: number): RefusalsToShare[]
  /** The batch is being paused: rows still in flight don't count any more. */
  stop(batchNo: number): void
  /** The batch runs. After a pause, counting starts again. */
  begin(batchNo: number): void
}

interface Run {
  words: string
  rows: number
  unshared: { rows: number; anew: boolean }
}

export function createRefusalCount(): RefusalCount {
  const batches = new Map<number, Map<OperatorCode | '', Run>>()
  const stopped = new Set<number>()

  const runOf = (batchNo: number, operator: OperatorCode | ''): Run => {
    const runs = batches.get(batchNo) ?? new Map<OperatorCode | '', Run>()
    batches.set(batchNo, runs)
    const run = runs.get(operator) ?? { words: '', rows: 0, unshared: { rows: 0, anew: false } }
    runs.set(operator, run)
    return run
  }

  const add = (run: Run, words: string): number => {
    if (run.rows > 0 && run.words !== words) end(run)
    run.words = words
    run.rows += 1
    run.unshared.rows += 1
    return run.rows
  }

  return {
    refused: (batchNo, operator, words) => {
      if (stopped.has(batchNo)) return { ofOperator: 0, overAll: 0 }
      return { ofOperator: add(runOf(batchNo, operator), words), overAll: add(runOf(batchNo, ''), words) }
    },
    // Called for every paid row: usually nothing was refused, and there is nothing to do.
    good: (batchNo, operator) => {
      const runs = batches.get(batchNo)
      if (!runs) return false
      const ended = [runs.get(operator), runs.get('')].filter((run) => run !== undefined && run.rows > 0)
      for (const run of ended) if (run) end(run)
      return ended.length > 0
    },
    toShare: (batchNo) =>
      [...(batches.get(batchNo) ?? [])].flatMap(([operator, { words, unshared, ...run }]) => {
        const { rows, anew } = unshared
        if (rows === 0 && !anew) return []
        Object.assign(unshared, { rows: 0, anew: false })
        return [{ operator, words: run.rows === 0 ? '' : words, rows, anew }]
      }),
    stop: (batchNo) => {
      batches.delete(batchNo)
      stopped.add(batchNo)
    },
    begin: (batchNo) => void stopped.delete(batchNo),
  }
}

function end(run: Run): void {
  run.rows = 0
  run.unshared = { rows: 0, anew: true }
}

/**
 * A refusal's words in a form that can be compared with those of others. It takes the provider's words as the report shows them, with
 * numbers and names masked. What belongs to this one payout is left out (references, numbers, amounts, times, names), and so are case,
 * punctuation and spaces. Words that are nothing but a code are compared whole.
 */
export function alikeWords(words: string): string {
  const text = words.normalize('NFKC')
  const pieces = text.replace(masks, masked).split(between).filter(Boolean)
  const said = pieces.filter((piece) => !ofThisPayout.test(piece)).flatMap(wordsOf)
  // Words that were cut off at a length end earlier behind a longer reference.
  const compared = words.endsWith('…') ? said.slice(0, wordsBeforeTheCut) : said
  if (compared.every((word) => labels.has(word))) return codeAlone(text, pieces)
  return compared.join(' ')
}

/** A masked name or number, with the parts of the name that masking leaves: those of one or two letters (Aminata Ba). */
const masks = /(?:(?<![\p{L}\p{N}])\p{L}{1,2}[\s.,]+)*(?:\[name\](?:[\s.,]+\p{L}{1,2}(?![\p{L}\p{N}]))*)|\[number\]/gu
const masked = '0'
/** A reference keeps its hyphens, slashes and dots, and is one piece. A dot before a word ends a sentence. */
const between = /[\s()[\]{}:;,=|"«»<>!?…]+|\.(?=\s|$)/u
const ofThisPayout = /[\p{N}*]/u

const wordsBeforeTheCut = 20

/** Words that stand before a code and say nothing by themselves. */
const labels = new Set(['error', 'err', 'erreur', 'code', 'status', 'statut', 'reason', 'motif', 'raison'])

/** `Error 51` isn't `Error 14`: the short code is what they say. */
function codeAlone(text: string, pieces: readonly string[]): string {
  const codes = pieces.filter((piece) => !ofThisPayout.test(piece) || /^[\p{L}\p{N}_-]{1,5}$/u.test(piece))
  return `= ${(codes.length > 0 ? codes.join(' ') : text).toLowerCase()}`
}

const wordsOf = (piece: string): string[] =>
  piece.split(/[^\p{L}\p{M}]+/u).flatMap((word) => (word === '' || looksLikeCode(word) ? [] : [word.toLowerCase()]))

/** Whether a word has letters in an order that English and French don't have: a reference without a digit. */
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
