import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { z } from 'zod'
import { say } from '../../words/sentence.ts'
import { hiddenChoices } from '../choices.ts'
import { type App, type Failure, refused } from '../context.ts'
import { isUploadId, keptMs, ownerOf, takeIn, uploadName, writeBeside } from '../keptUploads.ts'
import { dropCheck } from './checkCache.ts'

/**
 * A file that somebody uploaded and has not submitted yet, with all that they chose and typed for it. It lies in the home of
 * one desk, in a private folder of its own, for a day. It belongs to whoever uploaded it, and nobody else learns that it is there.
 */
export interface Draft extends z.infer<typeof kept> {
  /** 128 random bits, in hex. */
  id: string
  /** Where the bytes are that would be paid. */
  path: string
}

export const field = z.enum(['operator', 'phone_number', 'amount', 'reference', 'country', 'currency', 'name'])

const wishes = z.object({
  /** Of a workbook; null: the one with the columns of payouts. */
  sheet: z.string().nullable(),
  hidden: z.enum(hiddenChoices).nullable(),
  map: z.partialRecord(field, z.string()),
  skipInvalid: z.boolean(),
  allowDuplicates: z.boolean(),
  /** The file's own total only leads to a note: rows were corrected, or somebody says that the total is wrong. */
  toldTotals: z.boolean().default(false),
  /** What people call the batch; '': as the file. This and what follows is as it was typed, and '' where nothing was. */
  batchName: z.string(),
  period: z.string(),
  /** `2026-12-01T08:00`, on the clock of `zone`. */
  at: z.string(),
  zone: z.string(),
  /** `08:00-18:00`, on the clock of `hoursZone`; where that is '', on that of `zone`, as drafts of an older payrun have it. */
  between: z.string().default(''),
  hoursZone: z.string().default(''),
  expectCount: z.string(),
  expectTotal: z.string(),
})
/** How it is to be read, and what is to be paid of it and when. */
export type DraftWishes = z.infer<typeof wishes>

const kept = z.object({
  ownerNo: z.number(),
  /** What the uploader calls the file. */
  name: z.string(),
  uploadedAt: z.string(),
  /** One more with each change: what was shown of an earlier revision is out of date. */
  revision: z.number(),
  /** In the draft's folder; null once it was submitted. */
  file: z.string().nullable(),
  bytes: z.number(),
  /** How many cells differ from the uploaded file, how many of its rows are left out, and whether it became a CSV file for that. */
  fixed: z.object({
    cells: z.number(),
    rows: z.number(),
    isRewritten: z.boolean().default(false),
    /** `2027-01-31`, on which the file asked to be paid before it became one. */
    dayAsked: z.string().nullable().default(null),
    /** Before the first correction, the file's own total was what its rows came to. */
    totalsFitted: z.boolean().default(false),
  }),
  /** In the draft's folder: which these are (`Corrections`). Null: there are none, or they are not listed. */
  corrected: z.string().nullable().default(null),
  wishes,
  /** Nothing in it can be read or chosen: the next upload replaces it. */
  isUnreadable: z.boolean().default(false),
  /** The batch that it became. */
  batch: z.string().nullable(),
  /** With which form it became that (`formOf` of actOnDraft.ts). Null: it is none, or an older payrun submitted it. */
  submittedAs: z.string().nullable().default(null),
})

/** Where uploads arrive, on the disk on which they stay. */
export const draftsFolder = ({ config }: App): string => join(config.home, 'drafts')

/** Makes a draft of a file that has come whole. Crash window: killed before the draft is written, what is left goes after a day. */
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

/** A draft of the person who asks. One of somebody else's, of another desk's, or of yesterday, is not there. */
export async function findDraft(app: App, id: string): Promise<{ ok: true; draft: Draft } | Failure> {
  const draft = await readDraft(app, id)
  if (!draft || draft.ownerNo !== ownerOf(app)) return refused('not_found', say('deskNew.no_draft'))
  return { ok: true, draft }
}

/** Null: there is none, or it is too old. */
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

/** The drafts of whoever asks that are not submitted, the newest first. */
export async function listDrafts(app: App): Promise<Draft[]> {
  const names = await readdir(draftsFolder(app)).catch(() => [])
  const drafts = await Promise.all(names.map((name) => readDraft(app, name)))
  return drafts
    .filter((each) => each !== null)
    .filter(({ ownerNo, batch }) => ownerNo === ownerOf(app) && batch === null)
    .sort((a, b) => b.uploadedAt.localeCompare(a.uploadedAt))
}

/** Drafts that something is done with at the moment, one thing after the other. */
const turns = new Map<string, Promise<unknown>>()

/** Whether something is being done with it at this desk. */
export const isUnderWay = (id: string): boolean => turns.has(id)

/** A draft, for as long as nobody else at this desk changes it. */
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

/** The file as it was uploaded, which stays as long as the draft is none of a batch. */
export async function uploadOf({ path }: Draft): Promise<{ file: string; bytes: number; path: string }> {
  const folder = dirname(path)
  const file = (await readdir(folder)).find((name) => name.startsWith('upload')) ?? 'upload'
  return { file, bytes: (await stat(join(folder, file))).size, path: join(folder, file) }
}

type DraftChange = Partial<Pick<Draft, 'fixed' | 'corrected' | 'batch' | 'submittedAs' | 'file' | 'bytes' | 'wishes'>>

/** Within `withDraft`. Only the files that it names now stay, and the uploaded one; none once it is a batch. */
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
 * All that anybody can do is upload another file: the draft and its page stay until that has arrived.
 *
 * @param draft as it was looked at: one that was changed since may be readable
 */
export const markUnreadable = (app: App, { id, revision }: Draft): Promise<{ ok: true } | Failure> =>
  withDraft(app, id, async (draft) => {
    const isAsSeen = draft.revision === revision && draft.batch === null
    if (isAsSeen && !draft.isUnreadable) await write(app, { ...draft, isUnreadable: true })
    return { ok: true as const }
  })

/** Another one has arrived whole. */
async function dropUnreadable(app: App): Promise<void> {
  for (const { id, isUnreadable } of await listDrafts(app))
    if (isUnreadable)
      await withDraft(app, id, async (draft) => {
        if (draft.isUnreadable) await remove(app, draft)
        return { ok: true as const }
      })
}

/** The person doesn't want it any more. */
export const dropDraft = (app: App, id: string): Promise<{ ok: true } | Failure> =>
  withDraft(app, id, async (draft) => {
    await remove(app, draft)
    return { ok: true as const }
  })

async function remove(app: App, { id }: Draft): Promise<void> {
  dropCheck(app, id)
  await rm(join(draftsFolder(app), id), { recursive: true, force: true })
}
