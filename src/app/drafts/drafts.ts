import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { z } from 'zod'
import { say } from '../../words/sentence.ts'
import { type App, type Failure, refused } from '../context.ts'
import { isUploadId, keptMs, ownerOf, takeIn, uploadName, writeBeside } from '../reconcile/keptUploads.ts'
import { hiddenChoices } from '../submit/choices.ts'
import { dropCheck } from './draftCheck.ts'

/**
 * A file that somebody uploaded and has not submitted yet, with everything they chose and typed for it. It is kept for a day in a private
 * folder in the home of one desk. It belongs to the uploader, and is invisible to everybody else.
 */
export interface Draft extends z.infer<typeof kept> {
  /** 128 random bits, in hex. */
  id: string
  /** The path of the file that would be paid. */
  path: string
}

export const field = z.enum(['operator', 'phone_number', 'amount', 'reference', 'country', 'currency', 'name'])

const wishes = z.object({
  /** The sheet of a workbook. Null: the one with columns for payouts. */
  sheet: z.string().nullable(),
  hidden: z.enum(hiddenChoices).nullable(),
  map: z.partialRecord(field, z.string()),
  skipInvalid: z.boolean(),
  allowDuplicates: z.boolean(),
  /** If the file's own total differs, only add a note: rows were corrected, or somebody says that the total is wrong. */
  toldTotals: z.boolean().default(false),
  /** The name of the batch, or '' for the file's name. This and the following fields are as typed, or ''. */
  batchName: z.string(),
  period: z.string(),
  /** `2026-12-01T08:00`, in the time zone `zone`. */
  at: z.string(),
  zone: z.string(),
  /** `08:00-18:00`, in the time zone `hoursZone`. Drafts of older versions have '' there, which means `zone`. */
  between: z.string().default(''),
  hoursZone: z.string().default(''),
  expectCount: z.string(),
  expectTotal: z.string(),
})
/** How to read the file, what to pay of it and when. */
export type DraftWishes = z.infer<typeof wishes>

const kept = z.object({
  ownerNo: z.number(),
  /** The uploader's name for the file. */
  name: z.string(),
  uploadedAt: z.string(),
  /** Incremented by each change: what was shown of an earlier revision is out of date. */
  revision: z.number(),
  /** The file's name in the draft's folder. Null after it was submitted. */
  file: z.string().nullable(),
  bytes: z.number(),
  /** How many cells differ from the uploaded file, how many of its rows are left out, and whether it became a CSV file for that. */
  fixed: z.object({
    cells: z.number(),
    rows: z.number(),
    isRewritten: z.boolean().default(false),
    /** `2027-01-31`: the day that the original file asked to be paid on, if it became a CSV file. */
    dayAsked: z.string().nullable().default(null),
    /** Whether the file's own total agreed with its rows before the first correction. */
    totalsFitted: z.boolean().default(false),
  }),
  /** The name of the file with its `Corrections`, in the draft's folder. Null if there are none, or if they are not listed. */
  corrected: z.string().nullable().default(null),
  wishes,
  /** Set if nothing in it can be read or chosen: the next upload replaces it. */
  isUnreadable: z.boolean().default(false),
  /** The batch that it became. */
  batch: z.string().nullable(),
  /** The form that it was submitted with (`formOf` in actOnDraft.ts). Null if it wasn't submitted, or by an older version. */
  submittedAs: z.string().nullable().default(null),
})

/** Where uploads arrive, on the same disk where they stay. */
export const draftsFolder = ({ config }: App): string => join(config.home, 'drafts')

/**
 * Makes a draft of a fully received file. Crash window: if the process is killed before the draft is written, the rest is removed after a
 * day.
 */
export async function keepDraft(app: App, upload: { path: string; name: string | null }, zone: string): Promise<Draft> {
  const name = uploadName(upload.name ?? '')
  const file = `upload${/^\.[a-z]{2,6}$/i.exec(extname(name))?.[0].toLowerCase() ?? ''}`
  const { id, path } = await takeIn(draftsFolder(app), upload.path, file)
  const { size } = await stat(path)
  const draft: Draft = {
    id,
    path,
    ownerNo: ownerOf(app),
    name: name === '' ? 'file' : basename(name),
    uploadedAt: new Date().toISOString(),
    revision: 1,
    file,
    bytes: size,
    fixed: unfixed,
    corrected: null,
    wishes: { ...noWishes, zone, hoursZone: zone },
    isUnreadable: false,
    batch: null,
    submittedAs: null,
  }
  await write(app, draft)
  await dropUnreadable(app)
  return draft
}

export const unfixed: Draft['fixed'] = {
  cells: 0,
  rows: 0,
  isRewritten: false,
  dayAsked: null,
  totalsFitted: false,
}

const noWishes: DraftWishes = {
  sheet: null,
  hidden: null,
  map: {},
  skipInvalid: false,
  allowDuplicates: false,
  toldTotals: false,
  batchName: '',
  period: '',
  at: '',
  zone: 'UTC',
  between: '',
  hoursZone: 'UTC',
  expectCount: '',
  expectTotal: '',
}

const write = (app: App, { id, path: _, ...rest }: Draft): Promise<void> =>
  writeBeside(join(draftsFolder(app), id), 'draft.json', rest)

/** A draft of the caller. Drafts of other people or desks, or older than a day, are not found. */
export async function findDraft(app: App, id: string): Promise<{ ok: true; draft: Draft } | Failure> {
  const draft = await readDraft(app, id)
  if (!draft || draft.ownerNo !== ownerOf(app)) return refused('not_found', say('deskNew.no_draft'))
  return { ok: true, draft }
}

/** Null if there is none, or if it is too old. */
export async function readDraft(app: App, id: string): Promise<Draft | null> {
  if (!isUploadId(id)) return null
  const folder = join(draftsFolder(app), id)
  try {
    const found = kept.parse(JSON.parse(await readFile(join(folder, 'draft.json'), 'utf8')))
    if (Date.now() - Date.parse(found.uploadedAt) > keptMs) return null
    return { ...found, id, path: join(folder, basename(found.file ?? 'upload')) }
  } catch {
    return null
  }
}

/** The caller's drafts that are not submitted, newest first. */
export async function listDrafts(app: App): Promise<Draft[]> {
  const names = await readdir(draftsFolder(app)).catch(() => [])
  const drafts = await Promise.all(names.map((name) => readDraft(app, name)))
  return drafts
    .filter((each) => each !== null)
    .filter(({ ownerNo, batch }) => ownerNo === ownerOf(app) && batch === null)
    .sort((a, b) => b.uploadedAt.localeCompare(a.uploadedAt))
}

/** Drafts that are in use: the last action on each. Actions on one draft wait for each other. */
const turns = new Map<string, Promise<unknown>>()

/** Whether something is being done with the draft at this desk. */
export const isUnderWay = (id: string): boolean => turns.has(id)

/** Acts on a draft while nobody else at this desk can change it. */
export async function withDraft<Done>(
  app: App,
  id: string,
  act: (draft: Draft) => Promise<Done>,
): Promise<Done | Failure> {
  const before = turns.get(id)
  const turn = (async () => {
    await before?.catch(() => undefined)
    const found = await findDraft(app, id)
    return found.ok ? act(found.draft) : found
  })()
  turns.set(id, turn)
  try {
    return await turn
  } finally {
    if (turns.get(id) === turn) turns.delete(id)
  }
}

/** The uploaded file, which is kept until the draft becomes a batch. */
export async function uploadOf({ path }: Draft): Promise<{ file: string; bytes: number; path: string }> {
  const folder = dirname(path)
  const file = (await readdir(folder)).find((name) => name.startsWith('upload')) ?? 'upload'
  return { file, bytes: (await stat(join(folder, file))).size, path: join(folder, file) }
}

type DraftChange = Partial<Pick<Draft, 'fixed' | 'corrected' | 'batch' | 'submittedAs' | 'file' | 'bytes' | 'wishes'>>

/** Call it only within `withDraft`. Only the files that the draft names and the upload are kept; none after it was submitted. */
export async function changeDraft(app: App, draft: Draft, change: DraftChange): Promise<Draft> {
  const folder = join(draftsFolder(app), draft.id)
  const changed = { ...draft, ...change, isUnreadable: false, revision: draft.revision + 1 }
  await write(app, changed)
  if (changed.batch !== null) dropCheck(app, draft.id)
  for (const name of await readdir(folder)) {
    const isUpload = name.startsWith('upload') && changed.file !== null
    const isNamed = name === changed.file || name === changed.corrected || name === 'draft.json'
    if (!isNamed && !isUpload) await rm(join(folder, name), { force: true })
  }
  return { ...changed, path: join(folder, changed.file ?? 'upload') }
}

/**
 * Marks a draft in which nothing can be read or chosen. It is kept until another file has arrived.
 *
 * @param draft as it was read; if it was changed since, it may be readable now
 */
export const markUnreadable = (app: App, { id, revision }: Draft): Promise<{ ok: true } | Failure> =>
  withDraft(app, id, async (draft) => {
    const isAsSeen = draft.revision === revision && draft.batch === null
    if (isAsSeen && !draft.isUnreadable) await write(app, { ...draft, isUnreadable: true })
    return { ok: true as const }
  })

/** Removes drafts that can't be read, after another file has arrived. */
async function dropUnreadable(app: App): Promise<void> {
  for (const { id, isUnreadable } of await listDrafts(app))
    if (isUnreadable)
      await withDraft(app, id, async (draft) => {
        if (draft.isUnreadable) await remove(app, draft)
        return { ok: true as const }
      })
}

/** Removes a draft that the person no longer wants. */
export const dropDraft = (app: App, id: string): Promise<{ ok: true } | Failure> =>
  withDraft(app, id, async (draft) => {
    await remove(app, draft)
    return { ok: true as const }
  })

async function remove(app: App, { id }: Draft): Promise<void> {
  dropCheck(app, id)
  await rm(join(draftsFolder(app), id), { recursive: true, force: true })
}
